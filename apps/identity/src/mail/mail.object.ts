import type { ServiceObject } from '@holdfast/platform/service-host';
import { AccountNotices } from './account-notices.js';
import { Mailer } from './mailer.js';

export const mail = {
  parts: [AccountNotices, Mailer],
} satisfies ServiceObject;
