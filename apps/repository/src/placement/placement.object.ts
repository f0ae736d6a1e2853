import type { ServiceObject } from '@holdfast/platform/service-host';
import { Creations } from './creations.js';
import { LocalRepositories } from './local-repositories.js';

export const placement = {
  parts: [Creations, LocalRepositories],
} satisfies ServiceObject;
