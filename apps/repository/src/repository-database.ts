import { entities, migrations } from './composition.js';

/** The schema of this service. */
export const repositoryDatabase = (url: string, credentials?: string) => ({
  url,
  credentials,
  schema: 'repository',
  entities,
  migrations,
});
