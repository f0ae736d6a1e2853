import type { DatabaseOptions } from '@holdfast/platform/persistence';
import { entities, migrations } from '../composition.js';

/** The schema of this service. */
export const repositoryDatabase = (url: string, credentials?: string): DatabaseOptions => ({
  url,
  credentials,
  schema: 'repository',
  entities,
  migrations,
});
