import type { ArtifactKind, ChecksumAlgorithm, Checksums } from '@holdfast/artifact-spi';
import { searchText } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { FreedBytes } from './freed-bytes.js';
import { FileRow } from './file.entity.js';
import {
  children,
  copyOf,
  filesIn,
  findDirectory,
  findFile,
  markUploaded,
  ping,
  situationOf,
  storeFile,
  unreferenced,
  type SituationRow,
} from './file.query.js';
import { directoriesAbove, filesInTheWay, hashOf, type Place } from './place.js';
import { storedFile, type StoredFile } from './stored-file.js';

/** What stands at a place and around it. */
export interface Situation {
  readonly file?: StoredFile;
  /** The place is a directory. */
  readonly isDirectory: boolean;
  /** Its own directory is there already. */
  readonly inDirectory: boolean;
  /** One of its directories is a file. */
  readonly belowFile: boolean;
  /** Checksums that came before the file, from who is about to store it. */
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
const shardCount = 16;

const situationValues = (kind: ArtifactKind, place: Place, account?: string): unknown[] => {
  const inTheWay = filesInTheWay(kind, place);
  return [
    place.hash,
    place.name,
    hashOf(place.repository, place.path),
    inTheWay.map(({ directory }) => directory),
    inTheWay.map(({ name }) => name),
    account ?? null,
  ];
};

const situation = (place: Place, row: SituationRow): Situation => ({
  ...(row.sha256 ? { file: storedFile(row) } : {}),
  isDirectory: row.isDirectory,
  inDirectory: row.inDirectory || place.directory === '',
  belowFile: row.belowFile,
  held: row.held ?? {},
});

const shard = (): number => Math.floor(Math.random() * shardCount);
const bytea = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** Every query on files; the root is a directory that is always there. */
@Injectable()
export class FileStore {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(FileRow) private readonly all: Repository<FileRow>,
    private readonly freed: FreedBytes,
  ) {}

  /** Rejects if the database does not answer. */
  async isReachable(): Promise<void> {
    await ping(this.source, []);
  }

  async find({ hash, name }: Place): Promise<StoredFile | undefined> {
    const [row] = await findFile(this.source, [hash, name]);
    return row ? storedFile(row) : undefined;
  }

  /** All that is stored of a file. */
  async row({ hash, name }: Place): Promise<FileRow | undefined> {
    return (await this.all.findOneBy({ directory: hash, name })) ?? undefined;
  }

  async isDirectory(repository: string, path: string): Promise<boolean> {
    return path === '' || (await findDirectory(this.source, [hashOf(repository, path)])).length > 0;
  }

  async list(
    repository: string,
    path: string,
    most?: number,
  ): Promise<{
    directories: string[];
    files: { name: string; size: number; modified: Date; uploaded: number }[];
  }> {
    const key = [hashOf(repository, path), most ?? null];
    const [directories, files] = await Promise.all([children(this.source, key), filesIn(this.source, key)]);
    return {
      directories: directories.map(({ name }) => name),
      files: files.map(({ name, size, modifiedAt: modified, uploaded }) => ({
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
  async look(kind: ArtifactKind, place: Place): Promise<Situation> {
    const [row] = await situationOf(this.source, situationValues(kind, place));
    return situation(place, row);
  }

  /** The situation as it stays while the place is locked. `account`: whose checksums hold; absent: nobody's. */
  async lookLocked(
    tx: EntityManager,
    kind: ArtifactKind,
    place: Place,
    account?: string,
  ): Promise<Situation> {
    const [row] = await situationOf(tx, situationValues(kind, place, account));
    return situation(place, row);
  }

  /** Stores or replaces a file, with all that follows from it. The place is locked and `before` its situation. */
  async store(
    tx: EntityManager,
    kind: ArtifactKind,
    place: Place,
    before: Situation,
    file: NewFile,
  ): Promise<void> {
    const directories = before.inDirectory ? [] : directoriesAbove(place);
    const version = kind.versionOf(place.path);
    const indexes = version ? kind.indexes.affectedBy(place.path) : [];
    await storeFile(tx, [
      place.repository,
      directories.map(({ hash }) => hash),
      directories.map(({ parent }) => parent),
      directories.map(({ name }) => name),
      indexes.map(({ directory }) => hashOf(place.repository, directory)),
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
      place.path,
      searchText(place.path),
    ]);
    this.freed.add(before.file?.size ?? 0);
  }

  /** Remembers which checksum files clients have uploaded. The place is locked. */
  async markUploaded(tx: EntityManager, { hash, name }: Place, uploaded: number): Promise<void> {
    await markUploaded(tx, [hash, name, uploaded]);
  }

  async unreferenced(digests: readonly string[]): Promise<string[]> {
    return (await unreferenced(this.source, [digests.map(bytea)])).map(({ digest }) =>
      digest.toString('hex'),
    );
  }

  isReferenced(tx: EntityManager, digest: string): Promise<boolean> {
    return tx.existsBy(FileRow, { sha256: bytea(digest) });
  }
}
