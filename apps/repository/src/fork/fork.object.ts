import type { ServiceObject } from '@holdfast/platform/service-host';
import { ForkTargets } from './fork-targets.js';
import { ForkTurns } from './fork-turns.js';
import { ForkService } from './fork.service.js';

export const fork = {
  services: [ForkService],
  parts: [ForkTargets, ForkTurns],
} satisfies ServiceObject;
