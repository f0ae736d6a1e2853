import type { ServiceObject } from '@holdfast/platform/service-host';
import { AccountEnd } from './account-end.js';

export const accountEnd = {
  parts: [AccountEnd],
} satisfies ServiceObject;
