import type { ServiceObject } from '@holdfast/platform/service-host';
import { WriteGate } from './write-gate.js';

export const writeGate = {
  parts: [WriteGate],
} satisfies ServiceObject;
