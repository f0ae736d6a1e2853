import type { ServiceObject } from '@holdfast/platform/service-host';
import { CommitService } from './commit.service.js';
import { Contents } from './contents.js';

export const commit = {
  services: [CommitService],
  parts: [Contents],
} satisfies ServiceObject;
