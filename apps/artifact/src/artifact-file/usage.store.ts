import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Connection } from '../database/locked-transaction.js';

const TOTAL = 'select coalesce(sum(bytes), 0) as bytes from usage';
const total = statement<{ bytes: string }>('usage_total', TOTAL);

/** Every query on how much is stored. `FileStore` adds to it in the statement that stores a file. */
@Injectable()
export class UsageStore {
  constructor(private readonly source: DataSource) {}

  /** Bytes of all files of all repositories. */
  async totalBytes(): Promise<number> {
    const [{ bytes }] = await total(this.source, []);
    return Number(bytes);
  }

  /** The same within a transaction, which may not wait for a second connection. */
  async totalBytesNow(connection: Connection): Promise<number> {
    const { rows } = await connection.query<{ bytes: string }>({
      name: 'usage_total',
      text: TOTAL,
      values: [],
    });
    return Number(rows[0].bytes);
  }

  async subtract(connection: Connection, repository: string, files: number, bytes: number): Promise<void> {
    await connection.query({
      name: 'usage_subtract',
      text: `insert into usage (repository, shard, files, bytes) values ($1, 0, -$2::bigint, -$3::bigint)
        on conflict (repository, shard) do update set files = usage.files + excluded.files, bytes = usage.bytes + excluded.bytes`,
      values: [repository, files, bytes],
    });
  }

  async forget(connection: Connection, repository: string): Promise<void> {
    await connection.query({
      name: 'usage_forget',
      text: 'delete from usage where repository = $1',
      values: [repository],
    });
  }
}
