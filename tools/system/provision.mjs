import pg from 'pg';
import { Complaint } from './complaint.mjs';

const { Client, escapeIdentifier, escapeLiteral } = pg;

/** A database's address for another user, whose password is elsewhere. */
export const urlFor = (databaseUrl, user) => {
  const url = new URL(databaseUrl);
  url.username = encodeURIComponent(user);
  url.password = '';
  return url.href;
};

/** Runs `work` with one connection. */
const connected = async (connectionString, work) => {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'provisioner',
  });
  client.on('error', () => {}); // a lost connection is reported by the query that needs it
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
};

const wrongPassword = '28P01';

/** Whether the server takes the password in this address. @throws Error when it does not answer */
export const takesPassword = async (url) => {
  try {
    await connected(url, () => {});
    return true;
  } catch (error) {
    if (error.code === wrongPassword) return false;
    throw error;
  }
};

/** Replaces the passwords of roles, each by one statement; `passwords`: `[role, password]`. */
export const replacePasswords = (url, passwords) =>
  connected(url, async (client) => {
    for (const [role, password] of passwords)
      await client.query(`alter role ${escapeIdentifier(role)} with password ${escapeLiteral(password)}`);
  });

/** The name of the database that an address leads to. */
export const databaseAt = (url) =>
  connected(url, async (client) => (await client.query('select current_database() as name')).rows[0].name);

/** Makes a database where it is absent; answers its address. */
export const ensureDatabase = (url, name) =>
  connected(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${escapeIdentifier(name)}`);
    const target = new URL(url);
    target.pathname = `/${name}`;
    return target.href;
  });

/** A role belongs to the whole server: its name carries the database's, so that installations do not meet. */
export const roleOf = (database, service) => `${database.slice(0, 63 - service.length - 1)}_${service}`;

const provisionService = async (client, { database, service, password, isSuperuser }) => {
  const role = roleOf(database, service);
  const id = escapeIdentifier(role);
  const schema = escapeIdentifier(service);
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  await client.query(
    `${rowCount ? 'alter' : 'create'} role ${id} with login password ${escapeLiteral(password)}`,
  );
  // To give a schema to a role one must be able to act as that role.
  if (!isSuperuser) await client.query(`grant ${id} to current_user`);
  await client.query(`create schema if not exists ${schema} authorization ${id}`);
  await client.query(
    `alter role ${id} in database ${escapeIdentifier(database)} set search_path = ${schema}, public`,
  );
  return [service, role];
};

/**
 * Makes, in the database of `databaseUrl`, a role and a schema for each service and the extensions that they use.
 * A role owns its own schema and may not look into another. Safe to repeat, also from several machines at once.
 * The user of `databaseUrl` must be allowed to create roles, and schemas and extensions in this database.
 * Answers `service => url`, without a password.
 */
export const provision = async (databaseUrl, names, passwordOf) => {
  const run = async (client) => {
    const { rows } = await client.query(
      `select current_database() as database, current_user as "user", rolsuper as "isSuperuser",
              current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding
         from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    );
    const [{ database, isSuperuser, version, encoding }] = rows;
    if (version < 150000 || encoding !== 'UTF8')
      throw new Complaint(`DATABASE_URL: PostgreSQL 15 or newer and a database in UTF8 are needed`);
    await client.query("select pg_advisory_lock(hashtextextended('holdfast:provision', 0))");
    await client.query('create extension if not exists pg_trgm with schema public');
    const roles = new Map();
    for (const service of names) {
      const [name, role] = await provisionService(client, {
        database,
        service,
        password: passwordOf(service),
        isSuperuser,
      });
      roles.set(name, role);
    }
    return roles;
  };
  try {
    const roles = await connected(databaseUrl, run);
    return (service) => urlFor(databaseUrl, roles.get(service));
  } catch (error) {
    if (error instanceof Complaint) throw error;
    throw new Complaint(`The database cannot be prepared: ${error.message || error.code}`);
  }
};
