import { statement } from '@holdfast/platform/persistence';

// By hand: a tree is walked and removed in the database, however large it is.

const walkedTree = `with recursive tree as (
    select $1::bytea as hash
    union all
    select d.hash from tree t cross join lateral (select c.hash from directory c where c.parent = t.hash offset 0) d
  )`;

/**
 * By the paths of files, so that directories cost nothing, however many there are. The index has the beginnings of
 * paths; '0' follows '/'.
 */
export const releasedText = `
  select true as found from file f
  where f.repository = $1 and f.released and left(f.path, 512) >= left($2::text || '/', 512)
    and left(f.path, 512) <= left($2::text || '0', 512) and starts_with(f.path, $2::text || '/')
  order by left(f.path, 512) limit 1`;
export const releasedBelow = statement<{ found: boolean }>('tree_has_released', releasedText);

/** All at once, so that the tree is walked once. `bytes`: what counts as stored. */
export const removeTree = statement<{ files: string; bytes: string }>(
  'tree_remove',
  `${walkedTree}, files as (
     delete from file f using tree t where f.directory = t.hash returning f.size
   ), checksums as (
     delete from held_checksum x using tree t where x.directory = t.hash
   ), indexes as (
     delete from file_index x using tree t where x.directory = t.hash returning x.contributed
   ), directories as (
     delete from directory d using tree t where d.hash = t.hash
   ) select (select count(*) from files) as files,
     (select coalesce(sum(size), 0) from files) + (select coalesce(sum(contributed), 0) from indexes) as bytes`,
);

/** Of directories, innermost first, those before the first that holds something else than the one before it. */
export const removeEmpty = statement<never>(
  'directory_prune',
  `with chain as materialized (
     select c.hash, c.place, lag(c.hash) over (order by c.place) as below
       from unnest($1::bytea[]) with ordinality as c(hash, place)
   ), holding as (
     select min(c.place) as place from chain c
       where exists (select from file f where f.directory = c.hash)
         or exists (select from directory d where d.parent = c.hash and d.hash is distinct from c.below)
         or exists (select from file_index i where i.directory = c.hash and i.contribution is not null)
   ), empty as materialized (
     select c.hash from chain c, holding h where h.place is null or c.place < h.place
   ), indexes as (
     delete from file_index i using empty e where i.directory = e.hash
   ) delete from directory d using empty e where d.hash = e.hash`,
);

/** How many of them, where the first may hold the directory `$2` and the file `$3` too. */
export const countEmptied = statement<{ emptied: string }>(
  'directory_emptied',
  `with chain as materialized (
     select c.hash, c.place, lag(c.hash, 1, $2::bytea) over (order by c.place) as below
       from unnest($1::bytea[]) with ordinality as c(hash, place)
   ) select coalesce(min(c.place) - 1, cardinality($1::bytea[])) as emptied from chain c
       where exists (select from file f where f.directory = c.hash and (c.place > 1 or f.name is distinct from $3::text))
         or exists (select from directory d where d.parent = c.hash and d.hash is distinct from c.below)
         or exists (select from file_index i where i.directory = c.hash and i.contribution is not null)`,
);
