import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import type { SchemaOwner } from '../installation/installation.js';
import type { Vault } from '../vault/vault.js';
import { connectAs, quoted } from './connection.js';
import type { SchemaCopy } from './database-copy.js';
import type { Ownership } from './owned-rows.js';
import { schemaDefinition } from './schema-definition.js';

const references = `
  select c.conrelid::regclass::oid::int as child, p.relname as parent, t.relname as name
    from pg_constraint c join pg_class p on p.oid = c.confrelid join pg_class t on t.oid = c.conrelid
   where c.connamespace = $1::regnamespace and c.contype = 'f' and c.conrelid <> c.confrelid`;

/** The rows of some tables of a schema, as a backup has them, beside those that are there; in one transaction. */
export class PartRestore {
  private constructor(
    private readonly client: pg.Client,
    private readonly schema: string,
    private readonly columns: ReadonlyMap<string, string>,
    private readonly parents: readonly { name: string; parent: string }[],
  ) {}

  /** @throws Error where a table is no longer what it was when the backup was made */
  static async begin(
    owner: SchemaOwner,
    copy: SchemaCopy,
    tables: readonly string[],
    vault: Vault,
  ): Promise<PartRestore> {
    const client = await connectAs(owner);
    try {
      await client.query('begin');
      const present = (await schemaDefinition(client, owner.name)).tables;
      const columns = new Map<string, string>();
      for (const name of tables) {
        const now = present.find((table) => table.name === name);
        const then = copy.tables.find((table) => table.name === name);
        if (!now || !then || now.columns.toSorted().join() !== then.columns.toSorted().join())
          throw new Error(
            `${owner.name}.${name} has changed since the backup: restore it whole, by the version that made it`,
          );
        const list = then.columns.map(pg.escapeIdentifier).join(', ');
        columns.set(name, list);
        await client.query(
          `create temporary table ${pg.escapeIdentifier(name)} on commit drop as
           select ${list} from ${quoted(owner.name, name)} with no data`,
        );
        const rows = client.query(copyStreams.from(`copy ${quoted('pg_temp', name)} (${list}) from stdin`));
        await pipeline(Readable.from(vault.read(then.content), { objectMode: false }), rows);
      }
      const { rows } = await client.query<{ name: string; parent: string }>(references, [owner.name]);
      return new PartRestore(client, owner.name, columns, rows);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async ask<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.client.query<T>(text, values)).rows;
  }

  /** Puts the rows of the backup in the place of those that are there. Answers how many it has brought. */
  async replace({ rows, gone, added }: Ownership, owner: unknown): Promise<number> {
    const { schema } = this;
    const replaced = rows[schema] ?? {};
    const order = this.parentsFirst(Object.keys(replaced));
    let count = 0;
    for (const [table, where] of Object.entries(gone[schema] ?? {}))
      await this.client.query(`delete from ${quoted(schema, table)} where ${where}`, [owner]);
    for (const table of order.toReversed())
      await this.client.query(`delete from ${quoted(schema, table)} where ${replaced[table]}`, [owner]);
    for (const table of order) count += await this.bring(table, replaced[table], owner, '');
    for (const [table, where] of Object.entries(added[schema] ?? {}))
      count += await this.bring(table, where, owner, 'on conflict do nothing');
    return count;
  }

  async end({ keep }: { keep: boolean }): Promise<void> {
    try {
      await this.client.query(keep ? 'commit' : 'rollback');
    } finally {
      await this.client.end();
    }
  }

  private async bring(table: string, where: string, owner: unknown, conflict: string): Promise<number> {
    const columns = this.columns.get(table);
    if (columns === undefined) throw new Error(`the rows of ${table} were not read`);
    const { rowCount } = await this.client.query(
      `insert into ${quoted(this.schema, table)} (${columns}) overriding system value
       select ${columns} from ${quoted('pg_temp', table)} where ${where} ${conflict}`,
      [owner],
    );
    return rowCount ?? 0;
  }

  private parentsFirst(tables: readonly string[]): string[] {
    const done: string[] = [];
    const visit = (table: string): void => {
      if (done.includes(table) || !tables.includes(table)) return;
      for (const { name, parent } of this.parents) if (name === table && parent !== table) visit(parent);
      done.push(table);
    };
    for (const table of tables) visit(table);
    return done;
  }
}
