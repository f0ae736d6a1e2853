import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventAccountOf } from '@holdfast/contracts';

/**
 * The PostgreSQL server of a test run, by the URL of a role that may create databases. `tools/test` starts it. Of an
 * installation the password may have been replaced since then.
 */
export const testDatabaseServer = (): string => {
  const url = new URL(given('HOLDFAST_TEST_DATABASE_URL'));
  const home = process.env.HOLDFAST_TEST_HOME;
  if (home) url.password = superuserIn(readFileSync(join(home, 'secrets.json'), 'utf8'));
  return url.href;
};

const superuserIn = (secrets: string): string => (JSON.parse(secrets) as { superuser: string }).superuser;

/** The broker of a test run, by the URL of a user who may do everything. */
export const testBroker = (): string => given('HOLDFAST_TEST_NATS_URL');

/** The same user in the account with the streams of a service, or in one that only specs have. */
export const testStreams = (service = 'test'): string => {
  const url = new URL(testBroker());
  url.username = `${url.username}.${eventAccountOf(service)}`;
  return url.href;
};

/** Whether this run was asked to do more than on every day, by the variable that `tools/test` sets for its name. */
export const doesMore = (variable: `HOLDFAST_TEST_${string}`): boolean => process.env[variable] !== undefined;

const given = (name: string): string => {
  const url = process.env[name];
  if (!url) throw new Error(`${name} is not set: run this test by tools/test`);
  return url;
};
