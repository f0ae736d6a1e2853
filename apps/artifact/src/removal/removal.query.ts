import { statement } from '@holdfast/platform/persistence';

// By hand: a tree is walked and removed in the database, however large it is.

const walkedTree = `with recursive tree as (
    select $1::bytea as hash
    union all
    select d.hash from tree t cross join lateral (select c.hash from directory c where c.parent = t.hash offset 0) d
  )`;

export const releasedInTree = statement<{ found: boolean }>(
  'tree_has_released',
  `${walkedTree} select true as found from tree t join file f on f.directory = t.hash and f.released limit 1`,
);

export const removeFiles = statement<{ files: string; bytes: string }>(
  'tree_remove_files',
  `${walkedTree}, gone as (
     delete from file f using tree t where f.directory = t.hash returning f.size
   ) select count(*) as files, coalesce(sum(size), 0) as bytes from gone`,
);

export const removeHeldChecksums = statement<never>(
  'tree_remove_held_checksum',
  `${walkedTree} delete from held_checksum x using tree t where x.directory = t.hash`,
);

export const removeIndexes = statement<{ bytes: string }>(
  'tree_remove_file_index',
  `${walkedTree}, gone as (
     delete from file_index x using tree t where x.directory = t.hash returning x.contributed
   ) select coalesce(sum(contributed), 0) as bytes from gone`,
);

export const removeDirectories = statement<never>(
  'tree_remove_directories',
  `${walkedTree} delete from directory d using tree t where d.hash = t.hash`,
);

/** Longer than a request may take. */
export const takeTime = statement<never>(
  'removal_timeout',
  `select set_config('statement_timeout', '5min', true)`,
);

/** A directory that holds nothing any more. */
export const removeEmpty = statement<{ hash: Buffer }>(
  'directory_prune',
  `delete from directory d where d.hash = $1
      and not exists (select from file f where f.directory = $1)
      and not exists (select from directory c where c.parent = $1)
      and not exists (select from file_index i where i.directory = $1 and i.contribution is not null)
   returning d.hash`,
);
