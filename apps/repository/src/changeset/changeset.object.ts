import type { ServiceObject } from '@holdfast/platform/service-host';
import { ChangesetService } from './changeset.service.js';

export const changeset = {
  services: [ChangesetService],
} satisfies ServiceObject;
