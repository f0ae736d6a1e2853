import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** What a service keeps, as far as it matters here. */
interface Tables {
  schema: string;
  migrations: readonly (abstract new () => unknown)[];
}

/** Runs the migrations. */
type Opening<T> = (options: T & { url: string }) => Promise<{ destroy: () => Promise<void> }>;

/**
 * A database of its own for one test file, with the schema and the extensions that a provisioner makes.
 * `server` is the URL of a role that may create databases.
 */
export const testDatabase = async (server: string, schema: string): Promise<TestDatabase> => {
  const database = fresh(server);
  await run(server, `create database ${database.name}`);
  await run(database.url, provision(schema));
  return database;
};

/**
 * The same with the tables of a service: a copy of one that the first who needs it makes, since migrations take long.
 */
export const migratedDatabase = async <T extends Tables>(
  server: string,
  tables: T,
  open: Opening<T>,
): Promise<TestDatabase> => {
  const template = await templateOf(server, tables, open);
  const database = fresh(server);
  await run(server, `create database ${database.name} template ${template}`);
  return database;
};

const provision = (schema: string): string =>
  `create extension if not exists pg_trgm; create schema if not exists ${schema}`;

const named = (server: string, name: string): TestDatabase & { name: string } => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => run(server, `drop database if exists ${name} with (force)`) };
};

const fresh = (server: string) => named(server, `test_${randomBytes(6).toString('hex')}`);

/** Those that are known to be whole, by name. */
const templates = new Map<string, Promise<string>>();

const templateOf = <T extends Tables>(server: string, tables: T, open: Opening<T>): Promise<string> => {
  // Another one for other migrations: the server may be there longer than a run.
  const text = tables.migrations.map(String).join('\n');
  const name = `template_${tables.schema}_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  const known = templates.get(name) ?? makeTemplate(named(server, name), server, tables, open);
  templates.set(name, known);
  return known;
};

const makeTemplate = async <T extends Tables>(
  { name, url }: { name: string; url: string },
  server: string,
  tables: T,
  open: Opening<T>,
): Promise<string> => {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // Processes take turns. One that is not marked was left half made.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const found = await client.query('select from pg_database where datname = $1 and datistemplate', [name]);
    if (found.rowCount) return name;
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
    await run(url, provision(tables.schema));
    await (await open({ ...tables, url })).destroy();
    await client.query(`alter database ${name} is_template true`);
    return name;
  } finally {
    await client.end();
  }
};

const run = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
