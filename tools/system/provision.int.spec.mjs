import { randomBytes } from 'node:crypto';
import pg from 'pg';
import {
  databaseAt,
  ensureDatabase,
  provision,
  replacePasswords,
  restoreUnderWay,
  takesPassword,
} from './provision.mjs';

const server = String(process.env.HOLDFAST_TEST_DATABASE_URL);
const suffix = randomBytes(4).toString('hex');
const services = ['identity', 'artifact'];
/** @param {string} service */
const passwordOf = (service) => `secret-${service}`;

/** @param {string} connectionString @param {string} text */
const query = async (connectionString, text) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    /** @type {import('pg').QueryResult<Record<string, unknown>>} */
    const { rows } = await client.query(text);
    return rows;
  } finally {
    await client.end();
  }
};

/** @param {string} text */
const asAdministrator = (text) => query(server, text);

// PostgreSQL 18 itself; the server's address comes from tools/test.
describe('provisioning a database of PostgreSQL', () => {
  const administrator = `provisioner_${suffix}`;
  const database = `provisioned_${suffix}`;
  /** @type {string} */
  let url;
  /** @type {(service: string, password?: string) => string} */
  let urlOf;

  beforeAll(async () => {
    await asAdministrator(`create role ${administrator} login createrole password 'pw'`);
    const made = new URL(await ensureDatabase(server, database));
    await asAdministrator(`alter database ${database} owner to ${administrator}`);
    made.username = administrator;
    made.password = 'pw';
    url = made.href;
    const addressOf = await provision(url, services, passwordOf);
    urlOf = (service, password = passwordOf(service)) => {
      const own = new URL(addressOf(service));
      own.password = password;
      return own.href;
    };
  });

  afterAll(async () => {
    await asAdministrator(`drop database ${database} with (force)`);
    for (const role of [...services.map((service) => `${database}_${service}`), administrator])
      await asAdministrator(`drop role ${role}`);
  });

  it('tells of a restore into it that has begun and not ended', async () => {
    expect(await restoreUnderWay(url)).toBeUndefined();
    await query(urlOf('identity'), "comment on schema identity is 'restore: restore the company acme again'");
    expect(await restoreUnderWay(url)).toBe('restore the company acme again');
    await query(urlOf('identity'), "comment on schema identity is 'of ours'");
    expect(await restoreUnderWay(url)).toBeUndefined();
    await query(urlOf('identity'), 'comment on schema identity is null');
  });

  it('needs no superuser, and may be repeated by several at once', async () => {
    await Promise.all([1, 2, 3].map(() => provision(url, services, passwordOf)));
  });

  it('gives each service a schema in which its tables are made', async () => {
    await query(urlOf('identity'), 'create table account (id int)');
    expect(await query(urlOf('identity'), 'select count(*)::int as count from identity.account')).toEqual([
      { count: 0 },
    ]);
  });

  it('offers similarity of texts to all', async () => {
    expect(await query(urlOf('artifact'), `select similarity('a', 'a') as value`)).toEqual([{ value: 1 }]);
  });

  it('leaves to each role the connections that the others do not need', async () => {
    const limits = await asAdministrator(
      `select rolconnlimit as limit, rolname from pg_roles where rolname like '${database}\\_%'`,
    );
    expect(limits.map(({ limit }) => limit)).toEqual([43, 43]);
  });

  it('replaces passwords, and ends the ones before', async () => {
    const role = `${await databaseAt(url)}_artifact`;
    expect(await takesPassword(urlOf('artifact'))).toBe(true);
    await replacePasswords(url, [[role, "another'"]]);
    expect(await takesPassword(urlOf('artifact'))).toBe(false);
    expect(await takesPassword(urlOf('artifact', "another'"))).toBe(true);
    await provision(url, services, passwordOf);
    expect(await takesPassword(urlOf('artifact'))).toBe(true);
  });

  it.each([
    ['look into the schema of another', 'select * from identity.account'],
    ['make a schema', 'create schema more'],
    ['write outside of its schema', 'create table public.more (id int)'],
    ['act as another', `set role ${database}_identity`],
  ])('lets no service %s', async (_what, statement) => {
    await expect(query(urlOf('artifact'), statement)).rejects.toThrow('permission denied');
  });
});
