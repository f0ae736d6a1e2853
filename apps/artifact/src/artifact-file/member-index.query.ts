import { statement } from '@holdfast/platform/persistence';
import type { FactsRow } from './index-facts.js';
import { storedAt } from './later-date.js';

// By hand, as those of one repository: whoever reads the index of a group asks the first, however many members it has.

export const findStates = statement<{
  directory: Buffer;
  generation: string;
  changedAt: Date;
  isRendered: boolean;
  contributed: number;
}>(
  'member_index_states',
  `select directory, generation, changed_at as "changedAt", rendered is not distinct from generation as "isRendered",
     contributed
     from file_index where directory = any($1::bytea[])`,
);

/** Of each at most so many versions and so many files. */
export const findFactsOfAll = statement<FactsRow & { directory: Buffer }>(
  'member_index_facts',
  `select i.directory, i.generation, i.changed_at as "changedAt", i.contribution,
     to_json(array(select distinct f.version from file f where f.artifact = i.directory limit $3)) as versions,
     case when $2 then (select jsonb_agg(jsonb_build_object('name', l.name, 'modified', l.stored))
       from (select f.name, ${storedAt} as stored from file f
         where f.directory = i.directory and f.artifact is not null limit $3) as l) end as files
   from file_index i where i.directory = any($1::bytea[])`,
);
