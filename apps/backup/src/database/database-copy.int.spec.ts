import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, testDatabaseServer, type TestDatabase } from '@holdfast/platform/testing';
import type pg from 'pg';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import type { Vault } from '../vault/vault.js';
import { connectAs } from './connection.js';
import { backupLock, DatabaseSnapshot, hasTables, restoreSchema } from './database-copy.js';
import { schemaDefinition } from './schema-definition.js';

const schema = 'identity';

const definitions = `
  create sequence identity.numbers start 5 increment 2;
  create table identity.person (
    uuid uuid primary key, id text collate "C" not null, "order" integer default nextval('identity.numbers'),
    names text[], about jsonb, upper text generated always as (upper(id)) stored, content bytea,
    constraint person_order check ("order" > 0)
  );
  create unique index person_id on identity.person (lower(id)) where id <> '';
  create index person_search on identity.person using gin (id gin_trgm_ops);
  create table identity.event (
    position bigint generated always as identity primary key,
    person uuid not null references identity.person on delete cascade, at timestamptz default now()
  ) with (fillfactor = 70);
  alter table identity.event alter column person set (n_distinct = -0.5, n_distinct_inherited = -0.1);
  create unlogged table identity.passing (id serial primary key)`;

// PostgreSQL itself; the server's address comes from tools/test.
describe('a copy of a schema', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let directory: string;
  let vault: Vault;
  let client: pg.Client;
  const owner = (database: TestDatabase) => ({ name: schema, databaseUrl: database.url });

  beforeAll(async () => {
    source = await testDatabase(testDatabaseServer(), schema);
    target = await testDatabase(testDatabaseServer(), schema);
    directory = await mkdtemp(join(tmpdir(), 'database-copy-'));
    vault = await vaultInMemory(directory);
    client = await connectAs(owner(source));
    await client.query("set search_path = 'identity', 'public'");
    await client.query(definitions);
    await client.query("set search_path = 'pg_catalog'");
    await client.query(
      `insert into identity.person (uuid, id, names, about, content)
       select gen_random_uuid(), 'p' || n || E'\\t\\\\\\n€', array['a,b', null, '"'], '{"a": [1]}', '\\x00ff'
         from generate_series(1, 2000) n`,
    );
    await client.query('insert into identity.event (person) select uuid from identity.person');
  });
  afterAll(async () => {
    await client.end();
    await source.drop();
    await target.drop();
    await rm(directory, { recursive: true });
  });

  const contents = async (at: pg.Client): Promise<unknown> => {
    const { rows } = await at.query(
      `select (select md5(string_agg(p::text, '' order by uuid)) from identity.person p) as people,
              (select md5(string_agg(e::text, '' order by position)) from identity.event e) as events,
              (select array_agg(attname || array_to_string(attoptions, ' ')) from pg_attribute
                where attrelid = 'identity.event'::regclass and attoptions is not null) as options`,
    );
    return rows;
  };

  it('makes it anew elsewhere, as it was at its moment, with what comes next', async () => {
    const before = await contents(client);
    const snapshot = await DatabaseSnapshot.take([owner(source)]);
    await client.query('delete from identity.person where id in (select id from identity.person limit 10)');
    const copy = await snapshot.copy(schema, vault);
    const streamed: string[] = [];
    for await (const { id } of snapshot.rows<{ id: string }>(schema, 'select id from identity.person'))
      streamed.push(id);
    await snapshot.end();
    expect(streamed).toHaveLength(2000);
    expect(copy.tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['event', 2000],
      ['passing', 0],
      ['person', 2000],
    ]);

    expect(await hasTables(owner(target))).toBe(false);
    await restoreSchema(owner(target), JSON.parse(JSON.stringify(copy)) as typeof copy, vault);
    expect(await hasTables(owner(target))).toBe(true);
    const other = await connectAs(owner(target));
    try {
      expect(await contents(other)).toEqual(before);
      expect(await schemaDefinition(other, schema)).toEqual(await schemaDefinition(client, schema));
      const { rows } = await other.query<{ position: string }>(
        'insert into identity.event (person) select uuid from identity.person limit 1 returning position',
      );
      expect(rows).toEqual([{ position: '2001' }]);
    } finally {
      await other.end();
    }
    await expect(restoreSchema(owner(target), copy, vault)).rejects.toThrow('already exists');
  });

  it('is refused where something has no definition that is known', async () => {
    await client.query('create view identity.seen as select 1');
    const snapshot = await DatabaseSnapshot.take([owner(source)]);
    await expect(snapshot.copy(schema, vault)).rejects.toThrow('the relation seen, which no backup knows');
    await snapshot.end();
    await client.query('drop view identity.seen');
  });

  it('waits for removals under way, and lets nobody remove until it ends', async () => {
    const shared = (): Promise<boolean> =>
      client
        .query<{ shared: boolean }>(`select pg_try_advisory_xact_lock_shared(${backupLock}) as shared`)
        .then(({ rows }) => rows[0].shared);
    await client.query('begin');
    expect(await shared()).toBe(true);
    let isTaken = false;
    const taking = DatabaseSnapshot.take([owner(source)]).then((snapshot) => {
      isTaken = true;
      return snapshot;
    });
    await sleep(200);
    expect(isTaken).toBe(false);
    await client.query('commit');
    const snapshot = await taking;
    expect(await shared()).toBe(false);
    await snapshot.end();
    expect(await shared()).toBe(true);
  });
});
