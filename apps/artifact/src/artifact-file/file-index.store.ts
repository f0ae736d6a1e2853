import type { IndexContribution, IndexFacts } from '@holdfast/artifact-spi';
import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Connection } from '../database/locked-transaction.js';
import { directoriesAbove, hashOf, type Place } from './place.js';

/** Which state of an index holds, and when it came to be. */
export interface IndexState {
  readonly generation: string;
  readonly changed: Date;
  /** True if the index was rendered in this state. */
  readonly isRendered: boolean;
}

interface FactsRow {
  generation: string;
  changed_at: Date;
  contribution: IndexContribution | null;
  versions: string[];
  files: { name: string; modified: string }[] | null;
}

const findState = statement<{ generation: string; changed_at: Date; is_rendered: boolean }>(
  'file_index_state',
  `select generation, changed_at, rendered is not distinct from generation as is_rendered
     from file_index where directory = $1`,
);
const findContent = statement<{ content: Buffer | null }>(
  'file_index_content',
  'select content from file_index where directory = $1 and generation = $2 and rendered = $2',
);
// one statement is one view of the tables: generation and facts fit together
const findFacts = statement<FactsRow>(
  'file_index_facts',
  `select i.generation, i.changed_at, i.contribution,
     to_json(array(select distinct f.version from file f where f.artifact = $1)) as versions,
     case when $2 then (select jsonb_agg(jsonb_build_object('name', f.name, 'modified', f.modified_at)) from file f
       where f.directory = $1 and f.artifact is not null) end as files
   from file_index i where i.directory = $1`,
);
const keep = statement(
  'file_index_keep',
  'update file_index set rendered = $2, content = $3 where directory = $1 and generation = $2',
);

/** Every query on the state of indexes. */
@Injectable()
export class FileIndexStore {
  constructor(private readonly source: DataSource) {}

  async state(repository: string, directory: string): Promise<IndexState | undefined> {
    const [row] = await findState(this.source, [hashOf(repository, directory)]);
    return row && { generation: row.generation, changed: row.changed_at, isRendered: row.is_rendered };
  }

  /** What was rendered in this state; undefined if the state is another by now, null if there is nothing to tell. */
  async content(
    repository: string,
    directory: string,
    generation: string,
  ): Promise<Buffer | null | undefined> {
    return (await findContent(this.source, [hashOf(repository, directory), generation]))[0]?.content;
  }

  /** What the index is to be computed from, with the state that it belongs to. `files`: those of the directory are wanted. */
  async facts(
    repository: string,
    directory: string,
    files: boolean,
  ): Promise<{ generation: string; facts: IndexFacts } | undefined> {
    const [row] = await findFacts(this.source, [hashOf(repository, directory), files]);
    return (
      row && {
        generation: row.generation,
        facts: {
          versions: row.versions,
          files: (row.files ?? []).map(({ name, modified }) => ({ name, modified: new Date(modified) })),
          changed: row.changed_at,
          ...(row.contribution ? { contribution: row.contribution } : {}),
        },
      }
    );
  }

  /** Keeps what was rendered, unless the state is another by now. */
  async keep(
    repository: string,
    directory: string,
    generation: string,
    content: Uint8Array | undefined,
  ): Promise<void> {
    await keep(this.source, [
      hashOf(repository, directory),
      generation,
      content ? Buffer.from(content) : null,
    ]);
  }

  /** What clients added to an index whose path is locked. */
  async contribution(connection: Connection, { hash }: Place): Promise<IndexContribution | undefined> {
    const { rows } = await connection.query<{ contribution: IndexContribution | null }>({
      name: 'file_index_contribution',
      text: 'select contribution from file_index where directory = $1',
      values: [hash],
    });
    return rows[0]?.contribution ?? undefined;
  }

  /** Sets what clients added, and counts as a change of the index. Its path is locked. */
  async contribute(
    connection: Connection,
    place: Place,
    contribution: IndexContribution | undefined,
  ): Promise<void> {
    const directories = directoriesAbove(place);
    await connection.query({
      name: 'file_index_contribute',
      text: `with made as (
          insert into directory (repository, hash, parent, name, path)
          select $1, d.hash, d.parent, d.name, d.path
            from unnest($5::bytea[], $6::bytea[], $7::text[], $8::text[]) as d(hash, parent, name, path)
          on conflict do nothing
        )
        insert into file_index (directory, path, generation, changed_at, contribution)
        values ($2, $3, nextval('file_index_generation'), now(), $4)
        on conflict (directory) do update set generation = excluded.generation,
          changed_at = greatest(file_index.changed_at, excluded.changed_at), contribution = excluded.contribution`,
      values: [
        place.repository,
        place.hash,
        place.directory,
        contribution ? JSON.stringify(contribution) : null,
        directories.map(({ hash }) => hash),
        directories.map(({ parent }) => parent),
        directories.map(({ name }) => name),
        directories.map(({ path }) => path),
      ],
    });
  }

  /** The facts of these indexes have changed, if they have a state. Removals are locked out. */
  async touch(connection: Connection, repository: string, directories: readonly string[]): Promise<void> {
    await connection.query({
      name: 'file_index_touch',
      text: `update file_index set generation = nextval('file_index_generation'), changed_at = greatest(changed_at, now())
        where directory = any($1::bytea[])`,
      values: [directories.map((directory) => hashOf(repository, directory))],
    });
  }
}
