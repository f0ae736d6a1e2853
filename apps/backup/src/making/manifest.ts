import type { SchemaCopy } from '../database/database-copy.js';
import { whyUnreadable } from '../vault/readable.js';
import type { Piece, Vault } from '../vault/vault.js';

/** Of the form in which backups are written. */
export const backupFormat = 1;

/** A line of the list of repositories. */
export interface RepositoryCopy {
  uuid: string;
  type: string;
  node: string;
  files: number;
  bytes: number;
  /** What was copied of its directory; absent: nothing. */
  list?: Piece;
  /** Why there is nothing, or what there is is of an earlier backup. */
  problem?: string;
}

export interface BackupTotals {
  repositories: number;
  files: number;
  blobs: number;
  rows: number;
  /** Of files and blobs. */
  bytes: number;
  /** What this backup has added to the target. */
  written: number;
}

/** What a backup consists of. */
export interface Manifest {
  format: number;
  id: string;
  /** The moment at which the database was what the backup says (ISO). What was acknowledged before it is in it. */
  point: string;
  /** When the last of it was copied (ISO). */
  finished: string;
  schemas: SchemaCopy[];
  /** Lines of `RepositoryCopy`, sorted by uuid. */
  repositories: Piece;
  /** Of each storage node: what was about to be changed (`DirectoryCopy.list`). */
  journals: Record<string, Piece>;
  /** Lines of `CopiedBlob`. */
  blobs: Piece;
  /** Files of the installation by their names. */
  files: Record<string, Piece>;
  /** The secret of the installation, where it has made it itself. */
  secret?: string;
  totals: BackupTotals;
  /** What is not in it and should be, in words. */
  problems: string[];
}

/** @throws Error where there is none of this id, or it is of a form that nobody here knows */
export const readManifest = async (vault: Vault, id: string): Promise<Manifest> => {
  const manifest = (await vault.getManifest(id)) as Manifest | undefined;
  if (!manifest) throw new Error(`there is no backup ${id}`);
  if (manifest.format !== backupFormat) throw new Error(`${id} is of a form that this version does not know`);
  return manifest;
};

/** All backups that can be read, the eldest first, and why the others cannot. */
export const readManifests = async (
  vault: Vault,
): Promise<{ manifests: Manifest[]; unreadable: { id: string; why: string }[] }> => {
  const manifests: Manifest[] = [];
  const unreadable: { id: string; why: string }[] = [];
  for (const id of await vault.ids())
    try {
      manifests.push(await readManifest(vault, id));
    } catch (error) {
      unreadable.push({ id, why: whyUnreadable(error) });
    }
  return { manifests, unreadable };
};

/** Where nothing opens nobody knows whether all has come to harm: most likely the key is another one. */
export const refuseOtherKey = async (vault: Vault): Promise<void> => {
  if (!(await vault.isOfKey()))
    throw new Error('nothing there can be read with this key: is it the right one?');
};

export async function* repositoriesOf(
  vault: Vault,
  { repositories }: Pick<Manifest, 'repositories'>,
): AsyncGenerator<RepositoryCopy> {
  for await (const line of vault.lines(repositories)) yield JSON.parse(line) as RepositoryCopy;
}

/** The id of a backup (`latest`: of the last one). @throws Error where there is none */
export const chosenId = async (vault: Vault, id = 'latest'): Promise<string> => {
  const ids = await vault.ids();
  const found = id === 'latest' ? ids.at(-1) : ids.find((each) => each === id);
  if (found === undefined)
    throw new Error(id === 'latest' ? 'there is no backup yet' : `there is no backup ${id}`);
  return found;
};
