import { directoryOf } from '@holdfast/artifact-spi';
import { Injectable } from '@nestjs/common';
import type { Connection } from '../database/locked-transaction.js';
import { hashOf, type Place } from '../artifact-file/place.js';

const TREE = `with recursive tree as (
    select hash from directory where repository = $1 and hash = $2
    union all
    select d.hash from tree t join directory d on d.repository = $1 and d.parent = t.hash
  )`;

/** Every query that removes. All of them run while changes below the same outermost directory are locked out. */
@Injectable()
export class RemovalStore {
  async hasReleased(connection: Connection, repository: string, directory: string): Promise<boolean> {
    const { rows } = await connection.query({
      name: 'tree_has_released',
      text: `${TREE} select from tree t join file f on f.repository = $1 and f.directory = t.hash and f.released limit 1`,
      values: [repository, hashOf(directory)],
    });
    return rows.length > 0;
  }

  async removeTree(connection: Connection, repository: string, directory: string): Promise<void> {
    const values = [repository, hashOf(directory)];
    const { rows } = await connection.query<{ files: string; bytes: string }>({
      name: 'tree_remove_files',
      text: `${TREE}, gone as (
          delete from file f using tree t where f.repository = $1 and f.directory = t.hash returning f.size
        ) select count(*) as files, coalesce(sum(size), 0) as bytes from gone`,
      values,
    });
    for (const table of ['held_checksum', 'file_index'])
      await connection.query({
        name: `tree_remove_${table}`,
        text: `${TREE} delete from ${table} x using tree t where x.repository = $1 and x.directory = t.hash`,
        values,
      });
    await connection.query({
      name: 'tree_remove_directories',
      text: `${TREE} delete from directory d using tree t where d.repository = $1 and d.hash = t.hash`,
      values,
    });
    await this.count(connection, repository, Number(rows[0].files), Number(rows[0].bytes));
  }

  async removeFile(connection: Connection, place: Place, size: number): Promise<void> {
    await connection.query({
      name: 'file_remove',
      text: 'delete from file where repository = $1 and directory = $2 and name = $3',
      values: [place.repository, place.hash, place.name],
    });
    await this.count(connection, place.repository, 1, size);
  }

  /** Removes the directory and those above it as far as they hold nothing any more. */
  async prune(connection: Connection, repository: string, directory: string): Promise<void> {
    for (let path = directory; path !== ''; path = directoryOf(path)) {
      const { rowCount } = await connection.query({
        name: 'directory_prune',
        text: `delete from directory d where d.repository = $1 and d.hash = $2
          and not exists (select from file f where f.repository = $1 and f.directory = $2)
          and not exists (select from directory c where c.repository = $1 and c.parent = $2)
          and not exists (select from file_index i where i.repository = $1 and i.directory = $2 and i.contribution is not null)`,
        values: [repository, hashOf(path)],
      });
      if (!rowCount) return;
      await connection.query({
        name: 'file_index_remove',
        text: 'delete from file_index where repository = $1 and directory = $2',
        values: [repository, hashOf(path)],
      });
    }
  }

  private async count(
    connection: Connection,
    repository: string,
    files: number,
    bytes: number,
  ): Promise<void> {
    await connection.query({
      name: 'usage_less',
      text: `insert into usage (repository, shard, files, bytes) values ($1, 0, -$2::bigint, -$3::bigint)
        on conflict (repository, shard) do update set files = usage.files + excluded.files, bytes = usage.bytes + excluded.bytes`,
      values: [repository, files, bytes],
    });
  }
}
