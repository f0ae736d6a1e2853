import type { IndexContribution } from '@holdfast/artifact-spi';
import { statement } from '@holdfast/platform/persistence';
import { makingDirectories } from './directory.query.js';
import { addedToUsage } from './usage.query.js';

// By hand: every reading of a computed index asks for its state, and every deploy changes one.

export interface FactsRow {
  generation: string;
  changedAt: Date;
  contribution: IndexContribution | null;
  versions: string[];
  files: { name: string; modified: string }[] | null;
}

export const findState = statement<{
  generation: string;
  changedAt: Date;
  isRendered: boolean;
  added: string | null;
  addedTo: string | null;
}>(
  'file_index_state',
  `select generation, changed_at as "changedAt", rendered is not distinct from generation as "isRendered",
     case when added_at = generation then added end as added, added_to as "addedTo"
     from file_index where directory = $1`,
);
export const findContent = statement<{ content: Buffer | null }>(
  'file_index_content',
  'select content from file_index where directory = $1 and generation = $2 and rendered = $2',
);
// one statement is one view of the tables: generation and facts fit together
export const findFacts = statement<FactsRow>(
  'file_index_facts',
  `select i.generation, i.changed_at as "changedAt", i.contribution,
     to_json(array(select distinct f.version from file f where f.artifact = $1)) as versions,
     case when $2 then (select jsonb_agg(jsonb_build_object('name', f.name, 'modified', f.modified_at)) from file f
       where f.directory = $1 and f.artifact is not null) end as files
   from file_index i where i.directory = $1`,
);
export const keepContent = statement(
  'file_index_keep',
  'update file_index set rendered = $2, content = $3 where directory = $1 and generation = $2',
);

export const contribute = statement<never>(
  'file_index_contribute',
  `${makingDirectories('$5', '$6', '$7')}, counted as (
       insert into usage (repository, shard, files, bytes, changes)
       values ($1, 0, 0, $4 - coalesce((select contributed from file_index where directory = $2), 0), 1)
       ${addedToUsage}
     )
     insert into file_index (directory, generation, changed_at, contribution, contributed)
     values ($2, nextval('file_index_generation'), now(), $3, $4)
     on conflict (directory) do update set generation = excluded.generation,
       changed_at = greatest(file_index.changed_at, excluded.changed_at), contribution = excluded.contribution,
       contributed = excluded.contributed`,
);

export const touchIndexes = statement<never>(
  'file_index_touch',
  `update file_index set generation = nextval('file_index_generation'), changed_at = greatest(changed_at, now())
     where directory = any($1::bytea[])`,
);
