import type { ServiceObject } from '@holdfast/platform/service-host';
import { CompanyKeys } from './company-keys.js';
import { CompanyRow } from './company.entity.js';
import { CompanyService } from './company.service.js';
import { CompanyStore } from './company.store.js';

export const company = {
  rows: [CompanyRow],
  services: [CompanyService],
  parts: [CompanyKeys, CompanyStore],
} satisfies ServiceObject;
