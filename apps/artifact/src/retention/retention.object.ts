import type { ServiceObject } from '@holdfast/platform/service-host';
import { OrphanSweep } from './orphan-sweep.js';

export const retention = {
  parts: [OrphanSweep],
} satisfies ServiceObject;
