import type { ServiceObject } from '@holdfast/platform/service-host';
import { MatchService } from './match.service.js';

export const match = {
  services: [MatchService],
} satisfies ServiceObject;
