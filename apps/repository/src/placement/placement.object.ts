import type { ServiceObject } from '@holdfast/platform/service-host';
import { Creations } from './creations.js';
import { PlacementService } from './placement.service.js';
import { LocalRepositories } from './local-repositories.js';

export const placement = {
  services: [PlacementService],
  parts: [Creations, LocalRepositories],
} satisfies ServiceObject;
