import type { ArtifactKind, ChecksumAlgorithm, Checksums } from '@holdfast/artifact-spi';
import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Connection } from '../database/locked-transaction.js';
import { directoriesAbove, filesInTheWay, hashOf, type Place } from './place.js';
import { addedToUsage } from './usage.store.js';
import { fileColumns, storedFile, type FileColumns, type StoredFile } from './stored-file.js';

/** What stands at a place and around it. */
export interface Situation {
  readonly file?: StoredFile;
  /** The place is a directory. */
  readonly isDirectory: boolean;
  /** Its own directory is there already. */
  readonly inDirectory: boolean;
  /** One of its directories is a file. */
  readonly belowFile: boolean;
  /** Checksums that came before the file. */
  readonly held: Partial<Record<ChecksumAlgorithm, string>>;
}

/** A file about to be stored. */
export interface NewFile {
  readonly size: number;
  readonly checksums: Checksums;
  readonly uploaded: number;
  readonly account: string;
}

/** Sums over fewer rows than this are cheap, and uploads seldom meet in one of them. */
const SHARDS = 16;

const findFile = statement<FileColumns>(
  'file_find',
  `select ${fileColumns} from file f where f.directory = $1 and f.name = $2`,
);
const findDirectory = statement<{ found: boolean }>(
  'directory_find',
  'select true as found from directory d where d.hash = $1',
);
const children = statement<{ name: string }>(
  'directory_children',
  'select name from directory where parent = $1',
);
const filesIn = statement<{ name: string; size: string; modified_at: Date; uploaded: number }>(
  'directory_files',
  'select name, size, modified_at, uploaded from file where directory = $1',
);
const copyOf = statement<FileColumns>(
  'file_copy_of',
  `select ${fileColumns} from file f where f.sha256 = $2 and f.repository = $1 limit 1`,
);
const unreferenced = statement<{ digest: Buffer }>(
  'file_unreferenced',
  'select d.digest from unnest($1::bytea[]) as d(digest) where not exists (select from file f where f.sha256 = d.digest)',
);

/** The lateral join keeps to the key whatever the tables' statistics say. */
const SITUATION = `
  select ${fileColumns},
    exists (select from directory d where d.hash = $3) as is_directory,
    exists (select from directory d where d.hash = $1) as in_directory,
    exists (select from unnest($4::bytea[], $5::text[]) as w(directory, name) cross join lateral
      (select from file x where x.directory = w.directory and x.name = w.name limit 1) as y) as below_file,
    (select jsonb_object_agg(h.algorithm, h.digest) from held_checksum h
      where h.directory = $1 and h.name = $2 and h.expires_at > now()) as held
  from (values (1)) as one(row) left join file f on f.directory = $1 and f.name = $2`;

interface SituationRow extends FileColumns {
  is_directory: boolean;
  in_directory: boolean;
  below_file: boolean;
  held: Situation['held'] | null;
}
const situationOf = statement<SituationRow>('file_situation', SITUATION);

const STORE = `
  with made as (
    insert into directory (repository, hash, parent, name, path)
    select $1, d.hash, d.parent, d.name, d.path
      from unnest($2::bytea[], $3::bytea[], $4::text[], $5::text[]) as d(hash, parent, name, path)
    on conflict do nothing
  ), changed as (
    insert into file_index (directory, path, generation, changed_at)
    select i.directory, i.path, nextval('file_index_generation'), now()
      from unnest($6::bytea[], $7::text[], $8::boolean[]) as i(directory, path, always)
      where i.always
        or not exists (select from file v where v.artifact = $18 and v.version = $19)
    on conflict (directory) do update
      set generation = excluded.generation, changed_at = greatest(file_index.changed_at, excluded.changed_at)
  ), stored as (
    insert into file (repository, directory, name, size, md5, sha1, sha256, sha512, uploaded, released, created_by,
        artifact, version, created_at, modified_at)
    values ($1, $9, $10, $11, $12, $13, $14, $15, $16, $17, $20, $18, $19, now(), now())
    on conflict (directory, name) do update
      set size = excluded.size, md5 = excluded.md5, sha1 = excluded.sha1, sha256 = excluded.sha256, sha512 = excluded.sha512,
          uploaded = excluded.uploaded, created_by = excluded.created_by, modified_at = excluded.modified_at
  ), unheld as (
    delete from held_checksum where directory = $9 and name = $10
  )
  insert into usage (repository, shard, files, bytes, changes) values ($1, $21, $22, $23, 1)
  ${addedToUsage}`;

const situationValues = (place: Place): unknown[] => {
  const inTheWay = filesInTheWay(place);
  return [
    place.hash,
    place.name,
    hashOf(place.repository, place.path),
    inTheWay.map(({ directory }) => directory),
    inTheWay.map(({ name }) => name),
  ];
};

const situation = (place: Place, row: SituationRow): Situation => ({
  ...(row.sha256 ? { file: storedFile(row) } : {}),
  isDirectory: row.is_directory,
  inDirectory: row.in_directory || place.directory === '',
  belowFile: row.below_file,
  held: row.held ?? {},
});

const shard = (): number => Math.floor(Math.random() * SHARDS);
const bytea = (hex: string): Buffer => Buffer.from(hex, 'hex');

const ping = statement('ping', 'select 1');

/** Every query on files; the root is a directory that is always there. */
@Injectable()
export class FileStore {
  constructor(private readonly source: DataSource) {}

  /** Rejects if the database does not answer. */
  async isReachable(): Promise<void> {
    await ping(this.source, []);
  }

  async find({ hash, name }: Place): Promise<StoredFile | undefined> {
    const [row] = await findFile(this.source, [hash, name]);
    return row ? storedFile(row) : undefined;
  }

  async isDirectory(repository: string, path: string): Promise<boolean> {
    return path === '' || (await findDirectory(this.source, [hashOf(repository, path)])).length > 0;
  }

  async list(
    repository: string,
    path: string,
  ): Promise<{
    directories: string[];
    files: { name: string; size: number; modified: Date; uploaded: number }[];
  }> {
    const key = [hashOf(repository, path)];
    const [directories, files] = await Promise.all([children(this.source, key), filesIn(this.source, key)]);
    return {
      directories: directories.map(({ name }) => name),
      files: files.map(({ name, size, modified_at: modified, uploaded }) => ({
        name,
        size: Number(size),
        modified,
        uploaded,
      })),
    };
  }

  /** A file of the repository with these bytes. */
  async copyOf(repository: string, sha256: string): Promise<StoredFile | undefined> {
    const [row] = await copyOf(this.source, [repository, bytea(sha256)]);
    return row ? storedFile(row) : undefined;
  }

  /** The situation as it was a moment ago. */
  async look(place: Place): Promise<Situation> {
    const [row] = await situationOf(this.source, situationValues(place));
    return situation(place, row);
  }

  /** The situation as it stays while the place is locked. */
  async lookLocked(connection: Connection, place: Place): Promise<Situation> {
    const { rows } = await connection.query<SituationRow>({
      name: 'file_situation',
      text: SITUATION,
      values: situationValues(place),
    });
    return situation(place, rows[0]);
  }

  /** Stores or replaces a file, with all that follows from it. The place is locked and `before` its situation. */
  async store(
    connection: Connection,
    kind: ArtifactKind,
    place: Place,
    before: Situation,
    file: NewFile,
  ): Promise<void> {
    const directories = before.inDirectory ? [] : directoriesAbove(place);
    const version = kind.versionOf(place.path);
    const indexes = version ? kind.indexes.affectedBy(place.path) : [];
    await connection.query({
      name: 'file_store',
      text: STORE,
      values: [
        place.repository,
        directories.map(({ hash }) => hash),
        directories.map(({ parent }) => parent),
        directories.map(({ name }) => name),
        directories.map(({ path }) => path),
        indexes.map(({ directory }) => hashOf(place.repository, directory)),
        indexes.map(({ directory }) => directory),
        indexes.map(({ always }) => always),
        place.hash,
        place.name,
        file.size,
        bytea(file.checksums.md5),
        bytea(file.checksums.sha1),
        bytea(file.checksums.sha256),
        bytea(file.checksums.sha512),
        file.uploaded,
        kind.isReleased(place.path),
        version ? hashOf(place.repository, version.artifact) : null,
        version?.version ?? null,
        file.account,
        shard(),
        before.file ? 0 : 1,
        file.size - (before.file?.size ?? 0),
      ],
    });
  }

  /** Remembers which checksum files clients have uploaded. The place is locked. */
  async markUploaded(connection: Connection, { hash, name }: Place, uploaded: number): Promise<void> {
    await connection.query({
      name: 'file_mark_uploaded',
      text: 'update file set uploaded = $3 where directory = $1 and name = $2',
      values: [hash, name, uploaded],
    });
  }

  async unreferenced(digests: readonly string[]): Promise<string[]> {
    return (await unreferenced(this.source, [digests.map(bytea)])).map(({ digest }) =>
      digest.toString('hex'),
    );
  }

  async isReferenced(connection: Connection, digest: string): Promise<boolean> {
    const { rows } = await connection.query({
      name: 'file_is_referenced',
      text: 'select from file where sha256 = $1 limit 1',
      values: [bytea(digest)],
    });
    return rows.length > 0;
  }
}
