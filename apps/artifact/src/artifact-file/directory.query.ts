/** The beginning of every statement that needs directories: those are made that are not there, from three lists. */
export const makingDirectories = (hashes: string, parents: string, names: string): string =>
  `with made as (
    insert into directory (repository, hash, parent, name)
    select $1, d.hash, d.parent, d.name
      from unnest(${hashes}::bytea[], ${parents}::bytea[], ${names}::text[]) as d(hash, parent, name)
    on conflict do nothing
  )`;
