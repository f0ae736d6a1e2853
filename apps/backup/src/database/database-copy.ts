import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import type { SchemaOwner } from '../installation/installation.js';
import { PieceWriter } from '../vault/content-writer.js';
import type { Piece, Vault } from '../vault/vault.js';
import { connectAs, quoted } from './connection.js';
import { schemaDefinition, type SchemaDefinition, type TableShape } from './schema-definition.js';

/** The rows of a table, as `copy` writes them. */
export interface TableCopy extends TableShape {
  rows: number;
  content: Piece;
}

export interface SchemaCopy extends Omit<SchemaDefinition, 'tables'> {
  name: string;
  tables: TableCopy[];
}

/** While somebody holds it nothing is removed of which the database does not know any more. */
export const backupLock = "hashtextextended('holdfast:backup', 0)";

const copied = ({ columns }: TableShape): string => columns.map(pg.escapeIdentifier).join(', ');

/** All schemas of an installation as they were at one moment, until `settle`. */
export class DatabaseSnapshot {
  /** When that was, by the clock of the database. */
  readonly at: Date;

  private constructor(
    private readonly clients: ReadonlyMap<string, pg.Client>,
    at: string,
  ) {
    this.at = new Date(at);
  }

  /** Waits until no other backup is made of it. */
  static async take(owners: readonly SchemaOwner[]): Promise<DatabaseSnapshot> {
    const clients = new Map<string, pg.Client>();
    try {
      for (const owner of owners) clients.set(owner.name, await connectAs(owner));
      const [first, ...others] = clients.values();
      await first.query(`select pg_advisory_lock(${backupLock})`);
      await first.query('begin isolation level repeatable read read only');
      const { rows } = await first.query<{ id: string; at: string }>(
        'select pg_export_snapshot() as id, clock_timestamp()::text as at',
      );
      for (const client of others) {
        await client.query('begin isolation level repeatable read read only');
        await client.query(`set transaction snapshot ${pg.escapeLiteral(rows[0].id)}`);
      }
      return new DatabaseSnapshot(clients, rows[0].at);
    } catch (error) {
      await endAll(clients.values());
      throw error;
    }
  }

  /**
   * Ends the transactions, so that the database may forget what is removed; nothing can be asked any more. What keeps
   * others from removing stays.
   */
  async settle(): Promise<void> {
    const [holder, ...others] = this.clients.values();
    await holder.query('commit');
    await endAll(others);
  }

  /** Also lets go of what keeps others from removing. */
  end(): Promise<void> {
    return endAll(this.clients.values());
  }

  /** Writes the schema with all its rows into the vault. */
  async copy(schema: string, vault: Vault): Promise<SchemaCopy> {
    const client = this.client(schema);
    const definition = await schemaDefinition(client, schema);
    const tables: TableCopy[] = [];
    for (const table of definition.tables) {
      const content = new PieceWriter(vault);
      const rows = client.query(
        copyStreams.to(`copy ${quoted(schema, table.name)} (${copied(table)}) to stdout`),
      );
      for await (const bytes of rows) await content.write(bytes as Buffer);
      tables.push({ ...table, rows: rows.rowCount, content: await content.end() });
    }
    return { name: schema, ...definition, tables };
  }

  /** The rows of a query of one schema, in the moment of the snapshot; some at a time. */
  async *rows<T extends pg.QueryResultRow>(schema: string, query: string): AsyncGenerator<T> {
    const client = this.client(schema);
    await client.query(`declare rows no scroll cursor for ${query}`);
    for (;;) {
      const { rows } = await client.query<T>('fetch 1000 from rows');
      yield* rows;
      if (rows.length < 1000) break;
    }
    await client.query('close rows');
  }

  private client(schema: string): pg.Client {
    const client = this.clients.get(schema);
    if (!client) throw new Error(`the installation has no schema ${schema}`);
    return client;
  }
}

const endAll = async (clients: Iterable<pg.Client>): Promise<void> => {
  for (const client of clients) await client.end().catch(() => undefined);
};

export const hasTables = async (owner: SchemaOwner): Promise<boolean> => {
  const client = await connectAs(owner);
  try {
    const { rowCount } = await client.query(
      "select from pg_class where relnamespace = $1::regnamespace and relkind = 'r' limit 1",
      [owner.name],
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
};

/** Makes a schema anew, with all its rows. @throws Error where it has tables already */
export const restoreSchema = async (
  owner: SchemaOwner,
  { before, after, tables, sequences }: SchemaCopy,
  vault: Vault,
): Promise<void> => {
  const client = await connectAs(owner);
  try {
    await client.query('begin');
    for (const statement of before) await client.query(statement);
    for (const table of tables) await fill(client, owner.name, table, vault);
    for (const statement of after) await client.query(statement);
    for (const { name, value, called } of sequences)
      await client.query('select setval($1::regclass, $2, $3)', [quoted(owner.name, name), value, called]);
    await client.query('commit');
    for (const { name } of tables) await client.query(`analyze ${quoted(owner.name, name)}`);
  } finally {
    await client.end();
  }
};

const fill = async (client: pg.Client, schema: string, table: TableCopy, vault: Vault): Promise<void> => {
  const rows = client.query(
    copyStreams.from(`copy ${quoted(schema, table.name)} (${copied(table)}) from stdin`),
  );
  await pipeline(Readable.from(vault.read(table.content), { objectMode: false }), rows);
  if (rows.rowCount !== table.rows)
    throw new Error(`${schema}.${table.name} got ${rows.rowCount} rows instead of ${table.rows}`);
};
