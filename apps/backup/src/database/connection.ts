import { databasePasswordIn } from '@holdfast/platform/credentials';
import pg from 'pg';
import type { Installation, SchemaOwner } from '../installation/installation.js';

/** Names of another schema are written with it: so no text depends on who reads it. */
const namesAreWhole = "select set_config('search_path', 'pg_catalog', false)";

/** None ends for its age, whatever the server does to others: a lock is held by one that is silent for hours. */
const noTimeouts = `
  select set_config(name, '0', false) from pg_catalog.pg_settings
   where name in ('statement_timeout', 'transaction_timeout', 'idle_session_timeout',
     'idle_in_transaction_session_timeout')`;

/** What a machine without power held is free after a minute, and not after the two hours of the system. */
const noticesSilence = `
  select set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
         set_config('tcp_keepalives_count', '3', false)`;

/** A connection as the owner of a schema. */
export const connectAs = async ({ databaseUrl, credentials }: SchemaOwner): Promise<pg.Client> => {
  const url = new URL(databaseUrl);
  if (credentials !== undefined)
    url.password = encodeURIComponent(databasePasswordIn(credentials)().password);
  const client = new pg.Client({
    connectionString: url.href,
    application_name: 'backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection is told by the query that needs it.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(namesAreWhole);
  await client.query(noTimeouts);
  await client.query(noticesSilence);
  return client;
};

/** A connection as the owner of the schema of this name. @throws Error where the installation has none */
export const connectTo = async ({ schemas }: Installation, schema: string): Promise<pg.Client> => {
  const owner = schemas.find(({ name }) => name === schema);
  if (!owner) throw new Error(`the installation has no schema ${schema}`);
  return connectAs(owner);
};

/** Does work as the owner of a schema. */
export const asOwner = async <T>(
  installation: Installation,
  schema: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = await connectTo(installation, schema);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

export const quoted = (schema: string, name: string): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
