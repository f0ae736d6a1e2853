import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A database of its own for one test file, with the schema and the extensions that a provisioner makes.
 * `server` is the URL of a role that may create databases.
 */
export const testDatabase = async (server: string, schema: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await run(server, `create database ${name}`);
  await run(url.href, `create extension if not exists pg_trgm; create schema if not exists ${schema}`);
  return { url: url.href, drop: () => run(server, `drop database if exists ${name} with (force)`) };
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
