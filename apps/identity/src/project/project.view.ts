import type { Project, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import { deactivation } from '../account/account.view.js';
import { storageView } from '../company/storage.view.js';
import type { ShownProject } from './project.entity.js';

export const projectView = (row: ShownProject): View<typeof Project> => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  visibility: row.visibility,
  color: row.color,
  labels: row.labels,
  description: row.description,
  hook_events: ['repository'],
  properties: row.properties,
  ...storageView(row),
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
  ...deactivation(row),
});
