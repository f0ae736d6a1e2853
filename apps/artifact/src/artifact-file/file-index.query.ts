import type { IndexContribution } from '@holdfast/artifact-spi';
import { statement } from '@holdfast/platform/persistence';
import { makingDirectories } from './directory.query.js';
import { laterThan, storedAt } from './later-date.js';
import { addedToUsage } from './usage.query.js';

// By hand: every reading of a computed index asks for its state, and every deploy changes one.

/** An index, a version of it or a file in its directory: what the others have is null. */
export interface FactRow {
  generation: string | null;
  changedAt: Date;
  contribution: IndexContribution | null;
  version: string | null;
  name: string;
  modifiedAt: Date;
}

export const findState = statement<{
  generation: string;
  changedAt: Date;
  isRendered: boolean;
  contributed: number;
  added: string | null;
  addedTo: string | null;
}>(
  'file_index_state',
  `select generation, changed_at as "changedAt", rendered is not distinct from generation as "isRendered",
     contributed, case when added_at = generation then added end as added, added_to as "addedTo"
     from file_index where directory = $1`,
);
export const findContent = statement<{ content: Buffer | null }>(
  'file_index_content',
  'select content from file_index where directory = $1 and generation = $2 and rendered = $2',
);
// one statement is one view of the tables: generation and facts fit together; others are served between its rows
export const findFacts = statement<FactRow>(
  'file_index_facts',
  `select generation, changed_at as "changedAt", contribution, null as version, null as name,
       null::timestamptz as "modifiedAt"
     from file_index where directory = $1
   union all select null, null, null, v.version, null, null
     from (select d.version, sum(octet_length(d.version)) over (rows unbounded preceding) as read
       from (select distinct f.version from file f where f.artifact = $1 limit $3) as d) as v
     where v.read - octet_length(v.version) <= $4
   union all select null, null, null, null, l.name, l.stored
     from (select f.name, f.stored, sum(octet_length(f.name)) over (rows unbounded preceding) as read
       from (select f.name, ${storedAt} as stored from file f
         where $2 and f.directory = $1 and f.artifact is not null limit $3) as f) as l
     where l.read - octet_length(l.name) <= $4`,
);
export const keepContent = statement(
  'file_index_keep',
  'update file_index set rendered = $2, content = $3 where directory = $1 and generation = $2',
);

/**
 * As in all changes of files the sums are locked first, then states of indexes: the statement itself is carried out
 * before its CTEs.
 */
export const contribute = statement<never>(
  'file_index_contribute',
  `${makingDirectories('$5', '$6', '$7')}, set as (
       insert into file_index (directory, generation, changed_at, contribution, contributed)
       values ($2, nextval('file_index_generation'), statement_timestamp(), $3, $4)
       on conflict (directory) do update set generation = excluded.generation,
         changed_at = ${laterThan('file_index.changed_at')}, contribution = excluded.contribution,
         contributed = excluded.contributed
     )
     insert into usage (repository, shard, files, bytes, changes)
     values ($1, 0, 0, $4 - coalesce((select contributed from file_index where directory = $2), 0), 1)
     ${addedToUsage}`,
);

/** Those of several are locked in the order in which a deploy changes them. */
export const touchIndexes = statement<never>(
  'file_index_touch',
  `with locked as (
       select directory from file_index where directory = any($1::bytea[]) order by directory for no key update
     )
     update file_index i set generation = nextval('file_index_generation'), changed_at = ${laterThan('changed_at')}
     from locked l where i.directory = l.directory`,
);
