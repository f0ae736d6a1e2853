import pg from 'pg';
import { Complaint } from './complaint.mjs';
import { codeOf, messageOf } from './failure.mjs';

const { Client, escapeIdentifier, escapeLiteral } = pg;

/**
 * A database's address for another user, whose password is elsewhere.
 * @param {string} databaseUrl
 * @param {string} user
 */
export const urlFor = (databaseUrl, user) => {
  const url = new URL(databaseUrl);
  url.username = encodeURIComponent(user);
  url.password = '';
  return url.href;
};

/**
 * Runs `work` with one connection.
 * @template T
 * @param {string} connectionString
 * @param {(client: import('pg').Client) => T | Promise<T>} work
 */
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

/** Whether the server takes the password in this address. @param {string} url @throws Error when it does not answer */
export const takesPassword = async (url) => {
  try {
    await connected(url, () => {});
    return true;
  } catch (error) {
    if (codeOf(error) === wrongPassword) return false;
    throw error;
  }
};

/**
 * Replaces the passwords of roles, each by one statement.
 * @param {string} url
 * @param {[role: string, password: string][]} passwords
 */
export const replacePasswords = (url, passwords) =>
  connected(url, async (client) => {
    for (const [role, password] of passwords)
      await client.query(`alter role ${escapeIdentifier(role)} with password ${escapeLiteral(password)}`);
  });

/** The name of the database that an address leads to. @param {string} url @returns {Promise<string>} */
export const databaseAt = (url) =>
  connected(url, async (client) => {
    /** @type {import('pg').QueryResult<{ name: string }>} */
    const { rows } = await client.query('select current_database() as name');
    return rows[0].name;
  });

/** What the program of backups notes at a schema while a restore has begun and not ended. */
const restoreNote = /^restore: /;

/**
 * What is to be done where a restore into this database was cut off; undefined: none was. @param {string} url @returns
 * {Promise<string | undefined>}
 */
export const restoreUnderWay = (url) =>
  connected(url, async (client) => {
    /** @type {import('pg').QueryResult<{ note: string | null }>} */
    const { rows } = await client.query(
      "select obj_description(oid, 'pg_namespace') as note from pg_namespace where nspname = 'identity'",
    );
    const note = rows.at(0)?.note ?? '';
    return restoreNote.test(note) ? note.replace(restoreNote, '') : undefined;
  });

/** Makes a database where it is absent; answers its address. @param {string} url @param {string} name */
export const ensureDatabase = (url, name) =>
  connected(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${escapeIdentifier(name)}`);
    const target = new URL(url);
    target.pathname = `/${name}`;
    return target.href;
  });

/**
 * A role belongs to the whole server: its name carries the database's, so that installations do not meet.
 * @param {string} database
 * @param {string} service
 */
export const roleOf = (database, service) => `${database.slice(0, 63 - service.length - 1)}_${service}`;

/** Connections that two processes of the service with the largest pool need: the old and the new at a restart. */
const twoProcesses = 20;
/** Connections that no service can take: the operator's, and those of other programs. */
const keptBack = 10;

/**
 * How many connections each role may have: as much as no role needs the others', so that none can take them.
 * @param {number} connections of the server, without those that it keeps for superusers
 * @param {number} roles
 */
export const connectionLimit = (connections, roles) =>
  Math.max(twoProcesses, Math.floor((connections - keptBack) / roles));

/**
 * @param {import('pg').Client} client
 * @param {{ database: string, service: string, password: string, limit: number, isSuperuser: boolean }} wanted
 */
const provisionService = async (client, { database, service, password, limit, isSuperuser }) => {
  const role = roleOf(database, service);
  const id = escapeIdentifier(role);
  const schema = escapeIdentifier(service);
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  await client.query(
    `${rowCount ? 'alter' : 'create'} role ${id} with login password ${escapeLiteral(password)} connection limit ${limit}`,
  );
  // To give a schema to a role one must be able to act as that role.
  if (!isSuperuser) await client.query(`grant ${id} to current_user`);
  await client.query(`create schema if not exists ${schema} authorization ${id}`);
  await client.query(
    `alter role ${id} in database ${escapeIdentifier(database)} set search_path = ${schema}, public`,
  );
};

/**
 * @typedef {{ database: string, user: string, isSuperuser: boolean, version: number, encoding: string,
 *   connections: number }} Server
 */

/**
 * Makes, in the database of `databaseUrl`, a role and a schema for each service and the extensions that they use.
 * A role owns its own schema and may not look into another. Safe to repeat, also from several machines at once.
 * The user of `databaseUrl` must be allowed to create roles, and schemas and extensions in this database.
 * Answers `service => url`, without a password.
 * @param {string} databaseUrl
 * @param {string[]} names
 * @param {(service: string) => string} passwordOf
 */
export const provision = async (databaseUrl, names, passwordOf) => {
  /** @param {import('pg').Client} client */
  const run = async (client) => {
    /** @type {import('pg').QueryResult<Server>} */
    const { rows } = await client.query(
      `select current_database() as database, current_user as "user", rolsuper as "isSuperuser",
              current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
              current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections
         from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    );
    const [{ database, isSuperuser, version, encoding, connections }] = rows;
    if (version < 150000 || encoding !== 'UTF8')
      throw new Complaint(`DATABASE_URL: PostgreSQL 15 or newer and a database in UTF8 are needed`);
    await client.query("select pg_advisory_lock(hashtextextended('holdfast:provision', 0))");
    await client.query('create extension if not exists pg_trgm with schema public');
    const limit = connectionLimit(connections, names.length);
    for (const service of names) {
      const password = passwordOf(service);
      await provisionService(client, { database, service, password, limit, isSuperuser });
    }
    return database;
  };
  try {
    const database = await connected(databaseUrl, run);
    return (/** @type {string} */ service) => urlFor(databaseUrl, roleOf(database, service));
  } catch (error) {
    if (error instanceof Complaint) throw error;
    throw new Complaint(`The database cannot be prepared: ${messageOf(error) || String(codeOf(error))}`);
  }
};
