import type { ServiceObject } from '@holdfast/platform/service-host';
import { CommitCreationService } from './commit-creation.service.js';
import { CommitPublisher } from './commit-publisher.js';
import { CommitService } from './commit.service.js';
import { Contents } from './contents.js';

export const commit = {
  services: [CommitService, CommitCreationService],
  parts: [CommitPublisher, Contents],
} satisfies ServiceObject;
