import type { ServiceObject } from '@holdfast/platform/service-host';
import { ChangeRight } from './change-right.js';

export const changeRight = { parts: [ChangeRight] } satisfies ServiceObject;
