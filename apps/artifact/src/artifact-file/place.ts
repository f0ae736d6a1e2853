import { hash } from 'node:crypto';
import { ancestorsOf, directoryOf, nameOf, type ArtifactKind } from '@holdfast/artifact-spi';
import type { Lock } from '../database/locked-transaction.js';

/**
 * Deeper than this the locks of a path are those of its directory at this depth: a transaction may not take
 * thousands.
 */
const deepestLock = 32;

/** At once: an upload needs two dozen of these, and an object of a hash costs four times as much as such a hash. */
const digestOf = (space: string, text: string): Buffer => hash('sha256', `${space}/${text}`, 'buffer');

/** The key of a directory: no other directory of any repository has it. */
export const hashOf = (repository: string, path: string): Buffer => digestOf(repository, path);

/** The keys of one directory in several repositories, in their order. */
export const keysOf = (repositories: readonly string[], path: string): Buffer[] =>
  repositories.map((repository) => hashOf(repository, path));

/** A path of a repository as the tables know it. */
export interface Place {
  readonly repository: string;
  readonly path: string;
  readonly directory: string;
  /** Key of the directory. */
  readonly hash: Buffer;
  readonly name: string;
}

export const placeOf = (repository: string, path: string): Place => {
  const directory = directoryOf(path);
  return { repository, path, directory, hash: hashOf(repository, directory), name: nameOf(path) };
};

/** The keys of the directories above a path, outermost first, that of the root before them. */
const keysAbove = (repository: string, path: string): Buffer[] =>
  ['', ...ancestorsOf(path)].map((each) => hashOf(repository, each));

/** Directories above a place, outermost first, with the keys of both sides. */
export const directoriesAbove = ({
  repository,
  path,
}: Place): { hash: Buffer; parent: Buffer; name: string }[] => {
  const keys = keysAbove(repository, path);
  return ancestorsOf(path).map((ancestor, at) => ({
    hash: keys[at + 1],
    parent: keys[at],
    name: nameOf(ancestor),
  }));
};

/**
 * Files that must not be there if the place is to be: what its directories, or the files of checksums of their names,
 * would be.
 */
export const filesInTheWay = (
  kind: Pick<ArtifactKind, 'classify'>,
  { repository, path }: Place,
): { directory: Buffer; name: string }[] => {
  const keys = keysAbove(repository, path);
  return ancestorsOf(path).flatMap((ancestor, at) => {
    const what = kind.classify(ancestor);
    const files = what.is === 'checksum' ? [ancestor, what.file] : [ancestor];
    // A checksum lies beside its file.
    return files.map((file) => ({ directory: keys[at], name: nameOf(file) }));
  });
};

const keyOf = (space: string, text: string): string => digestOf(space, text).readBigInt64BE().toString();

/**
 * Locks for a change of one path, or of all below it: shared on all directories above, from the outside in, exclusive
 * on the path. Two such changes wait for each other if the paths are equal or one lies below the other, and the order
 * keeps them from waiting in a circle.
 */
export const locksOf = ({ repository, path }: Place): Lock[] => {
  const chain = [...ancestorsOf(path), path].slice(0, deepestLock);
  return chain.map((each, index) => ({
    key: keyOf(repository, each),
    exclusive: index === chain.length - 1,
  }));
};

/** Held while room under the limit of the installation is taken. Nothing else is locked meanwhile. */
export const limitLock: Lock = { key: keyOf('limit', 'storage'), exclusive: true };

/** Held while a move of blobs is begun. */
export const moveLock: Lock = { key: keyOf('move', 'blobs'), exclusive: true };

/** Held shared while a row comes to refer to a blob, and exclusively while the blob is removed. */
export const blobLock = (digest: string, exclusive: boolean): Lock => ({
  key: keyOf('blob', digest),
  exclusive,
});
