import { directoryOf } from '@holdfast/artifact-spi';
import { Injectable } from '@nestjs/common';
import type { Connection } from '../database/locked-transaction.js';
import { hashOf, type Place } from '../artifact-file/place.js';
import { UsageStore } from '../artifact-file/usage.store.js';

const TREE = `with recursive tree as (
    select $1::bytea as hash
    union all
    select d.hash from tree t cross join lateral (select c.hash from directory c where c.parent = t.hash offset 0) d
  )`;

/** Every query that removes. All of them run while changes below the same outermost directory are locked out. */
@Injectable()
export class RemovalStore {
  constructor(private readonly usage: UsageStore) {}

  async hasReleased(connection: Connection, repository: string, directory: string): Promise<boolean> {
    const { rows } = await connection.query({
      name: 'tree_has_released',
      text: `${TREE} select from tree t join file f on f.directory = t.hash and f.released limit 1`,
      values: [hashOf(repository, directory)],
    });
    return rows.length > 0;
  }

  async removeTree(connection: Connection, repository: string, directory: string): Promise<void> {
    const values = [hashOf(repository, directory)];
    const { rows } = await connection.query<{ files: string; bytes: string }>({
      name: 'tree_remove_files',
      text: `${TREE}, gone as (
          delete from file f using tree t where f.directory = t.hash returning f.size
        ) select count(*) as files, coalesce(sum(size), 0) as bytes from gone`,
      values,
    });
    for (const table of ['held_checksum', 'file_index'])
      await connection.query({
        name: `tree_remove_${table}`,
        text: `${TREE} delete from ${table} x using tree t where x.directory = t.hash`,
        values,
      });
    await connection.query({
      name: 'tree_remove_directories',
      text: `${TREE} delete from directory d using tree t where d.hash = t.hash`,
      values,
    });
    await this.usage.subtract(connection, repository, Number(rows[0].files), Number(rows[0].bytes));
  }

  /** Removes all that a repository holds, which may take longer than a request. */
  async removeAll(connection: Connection, repository: string): Promise<void> {
    await connection.query({
      name: 'removal_timeout',
      text: `select set_config('statement_timeout', '5min', true)`,
      values: [],
    });
    await this.removeTree(connection, repository, '');
    await this.usage.forget(connection, repository);
  }

  async removeFile(connection: Connection, place: Place, size: number): Promise<void> {
    await connection.query({
      name: 'file_remove',
      text: 'delete from file where directory = $1 and name = $2',
      values: [place.hash, place.name],
    });
    await this.usage.subtract(connection, place.repository, 1, size);
  }

  /** Removes the directory and those above it as far as they hold nothing any more. */
  async prune(connection: Connection, repository: string, directory: string): Promise<void> {
    for (let path = directory; path !== ''; path = directoryOf(path)) {
      const { rowCount } = await connection.query({
        name: 'directory_prune',
        text: `delete from directory d where d.hash = $1
          and not exists (select from file f where f.directory = $1)
          and not exists (select from directory c where c.parent = $1)
          and not exists (select from file_index i where i.directory = $1 and i.contribution is not null)`,
        values: [hashOf(repository, path)],
      });
      if (!rowCount) return;
      await connection.query({
        name: 'file_index_remove',
        text: 'delete from file_index where directory = $1',
        values: [hashOf(repository, path)],
      });
    }
  }
}
