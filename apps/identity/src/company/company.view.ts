import type { Company, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import { storageView } from './storage.view.js';
import type { CompanyRow } from './company.entity.js';

export const companyView = (row: CompanyRow): View<typeof Company> => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  display_name: row.name || row.id,
  ...storageView(row),
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
});
