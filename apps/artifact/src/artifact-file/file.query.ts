import type { ChecksumAlgorithm } from '@holdfast/artifact-spi';
import { statement } from '@holdfast/platform/persistence';
import { makingDirectories } from './directory.query.js';
import { laterThan } from './later-date.js';
import { fileColumns, type FileColumns } from './stored-file.js';
import { addedToUsage } from './usage.query.js';

// By hand: a download asks one of these, an upload two, and no request of the byte door asks more of the database.

export const findFile = statement<FileColumns>(
  'file_find',
  `select ${fileColumns} from file f where f.directory = $1 and f.name = $2`,
);
export const findDirectory = statement<{ found: boolean }>(
  'directory_find',
  'select true as found from directory d where d.hash = $1',
);
export const children = statement<{ name: string }>(
  'directory_children',
  'select name from directory where parent = $1 limit $2',
);
export const filesIn = statement<{ name: string; size: string; modifiedAt: Date; uploaded: number }>(
  'directory_files',
  'select name, size, modified_at as "modifiedAt", uploaded from file where directory = $1 limit $2',
);
export const copyText = `select ${fileColumns} from file f where f.sha256 = $2 and f.repository = $1 limit 1`;
export const copyOf = statement<FileColumns>('file_copy_of', copyText);
export const unreferenced = statement<{ digest: Buffer }>(
  'file_unreferenced',
  'select d.digest from unnest($1::bytea[]) as d(digest) where not exists (select from file f where f.sha256 = d.digest)',
);

/** The lateral join keeps to the key whatever the tables' statistics say. */
const situationText = `
  select ${fileColumns},
    exists (select from directory d where d.hash = $3) as "isDirectory",
    exists (select from directory d where d.hash = $1) as "inDirectory",
    exists (select from unnest($4::bytea[], $5::text[]) as w(directory, name) cross join lateral
      (select from file x where x.directory = w.directory and x.name = w.name limit 1) as y) as "belowFile",
    (select jsonb_object_agg(h.algorithm, h.digest) from held_checksum h
      where h.directory = $1 and h.name = $2 and h.expires_at > now() and h.created_by = $6) as held
  from (values (1)) as one(row) left join file f on f.directory = $1 and f.name = $2`;

export interface SituationRow extends FileColumns {
  isDirectory: boolean;
  inDirectory: boolean;
  belowFile: boolean;
  held: Partial<Record<ChecksumAlgorithm, string>> | null;
}
export const situationOf = statement<SituationRow>('file_situation', situationText);

/** Stores or replaces a file with its directories, the indexes that it changes and the sums, at once. */
export const storeFile = statement<never>(
  'file_store',
  `${makingDirectories('$2', '$3', '$4')}, changed as (
    insert into file_index (directory, generation, changed_at, added)
    select i.directory, nextval('file_index_generation'), statement_timestamp(), case when not i.always then $17 end
      from unnest($5::bytea[], $6::boolean[]) as i(directory, always)
      where i.always
        or not exists (select from file v where v.artifact = $16 and v.version = $17)
      order by i.directory
    on conflict (directory) do update
      set generation = excluded.generation, changed_at = ${laterThan('file_index.changed_at')},
          added = excluded.added, added_to = file_index.generation,
          added_at = case when excluded.added is not null then excluded.generation end
  ), stored as (
    insert into file (repository, directory, name, size, md5, sha1, sha256, sha512, uploaded, released, created_by,
        artifact, version, path, search_text, created_at, modified_at)
    values ($1, $7, $8, $9, $10, $11, $12, $13, $14, $15, $18, $16, $17, $22, $23,
        statement_timestamp(), statement_timestamp())
    on conflict (directory, name) do update
      set size = excluded.size, md5 = excluded.md5, sha1 = excluded.sha1, sha256 = excluded.sha256, sha512 = excluded.sha512,
          uploaded = excluded.uploaded, created_by = excluded.created_by,
          modified_at = ${laterThan('file.modified_at')}, stored_at = null, back_at = null
  ), unheld as (
    delete from held_checksum where directory = $7 and name = $8
  )
  insert into usage (repository, shard, files, bytes, changes) values ($1, $19, $20, $21, 1)
  ${addedToUsage}`,
);

export const markUploaded = statement<never>(
  'file_mark_uploaded',
  'update file set uploaded = $3 where directory = $1 and name = $2',
);

export const ping = statement<never>('ping', 'select');
