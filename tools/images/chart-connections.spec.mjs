import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../system/paths.mjs';
import { connectionLimit } from '../system/provision.mjs';
import { databaseOwners } from '../system/services.mjs';

/** @param {string} path */
const read = (path) => readFileSync(join(checkout, path), 'utf8');

/** The number that follows in a text. @param {string} path @param {RegExp} before */
const numberIn = (path, before) => Number(new RegExp(`${before.source}'?(\\d+)`).exec(read(path))?.[1]);

const production = 'deploy/helm/holdfast/values-production.yaml';
const usual = numberIn('libs/platform/src/persistence/default-connections.ts', /defaultConnections = /);

describe('the database of the example', () => {
  /** What a server keeps for superusers, unless it is told otherwise. */
  const kept = 3;
  const most = numberIn('deploy/helm/examples/postgres.yaml', /max_connections: /) - kept;
  const limit = connectionLimit(most, databaseOwners.length);

  // The most pods, and while they are replaced as many again: old ones have `drainSeconds` when new ones are ready.
  it.each([
    ['identity', numberIn('deploy/helm/holdfast/values.yaml', /\nidentity:[^]*?maxReplicas: /), usual],
    ['repository', numberIn(production, /\nrepository:\n {2}replicas: /), usual],
    [
      'artifact',
      numberIn(production, /\nartifact:[^]*?maxReplicas: /),
      numberIn('apps/artifact/src/database/connections.ts', /connections = /),
    ],
  ])('has connections for as many pods of %s as values for production allow', (_, pods, pool) => {
    expect(pods * pool).toBeGreaterThan(0);
    expect(2 * pods * pool).toBeLessThanOrEqual(limit);
  });
});
