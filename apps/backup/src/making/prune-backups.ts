import { blobsOf } from '../blobs/blob-copy.js';
import { entriesOf } from '../repositories/directory-copy.js';
import { whyUnreadable } from '../vault/readable.js';
import type { Piece, Vault } from '../vault/vault.js';
import { keptOf, type Keeping } from './kept.rules.js';
import { readManifests, refuseOtherKey, repositoriesOf, type Manifest } from './manifest.js';

/** What was removed. */
export interface Pruned {
  /** Ids. */
  removed: string[];
  kept: string[];
  chunks: number;
  /** Why nothing was removed, in words. */
  problems: string[];
}

/**
 * Removes backups that are not to be kept, and then all chunks of which no backup is left. Nothing is removed where
 * one that stays cannot be read: nobody knows what it needs then, and an older one may be the only whole one.
 */
export const pruneBackups = async (vault: Vault, keeping: Keeping): Promise<Pruned> => {
  const { manifests, unreadable } = await readManifests(vault);
  // Where no backup is left all goes, but not because of a wrong key.
  if (manifests.length + unreadable.length === 0) await refuseOtherKey(vault);
  const kept = keptOf(manifests, keeping, Date.now());
  const used = new Set<string>();
  const lists = new Set<string>();
  const problems = unreadable.map(({ id, why }) => problemOf(id, why));
  for (const manifest of kept)
    try {
      await noteChunks(vault, manifest, { used, lists });
    } catch (error) {
      problems.push(problemOf(manifest.id, whyUnreadable(error)));
    }
  if (problems.length > 0) return { removed: [], kept: await vault.ids(), chunks: 0, problems };
  const gone = manifests.filter((manifest) => !kept.includes(manifest));
  for (const { id } of gone) await vault.removeManifest(id);
  let chunks = 0;
  for await (const name of vault.chunks()) {
    if (used.has(name)) continue;
    await vault.removeChunk(name);
    chunks += 1;
  }
  const ids = (all: readonly Manifest[]): string[] => all.map(({ id }) => id);
  return { removed: ids(gone), kept: ids(kept), chunks, problems };
};

const problemOf = (id: string, why: string): string =>
  `nothing is removed, since ${id} cannot be read: ${why}; "holdfast backup verify --repair ${id}" and the next backup ` +
  `may put it right, else remove it with: holdfast backup delete ${id}`;

/**
 * Removes one backup, also one that cannot be read; what only it needed goes when they are pruned.
 * @throws Error where there is none, or the key is another one
 */
export const deleteBackup = async (vault: Vault, id: string): Promise<void> => {
  if (!(await vault.ids()).includes(id)) throw new Error(`there is no backup ${id}`);
  await refuseOtherKey(vault);
  await vault.removeManifest(id);
};

/** Chunks that are used, and lists of directories that were read, by their only chunks. */
interface Noted {
  used: Set<string>;
  lists: Set<string>;
}

const noteChunks = async (vault: Vault, manifest: Manifest, { used, lists }: Noted): Promise<void> => {
  const note = ({ chunks }: Piece): void => chunks.forEach((name) => used.add(name));
  const directory = async (list: Piece): Promise<void> => {
    // Most repositories are what they were: then their lists are the same.
    if (list.chunks.length === 1 && lists.has(list.chunks[0])) return;
    note(list);
    for await (const entry of entriesOf(vault, list)) if ('path' in entry) note(entry.piece);
    if (list.chunks.length === 1) lists.add(list.chunks[0]);
  };
  for (const { tables } of manifest.schemas) for (const { content } of tables) note(content);
  for (const piece of Object.values(manifest.files)) note(piece);
  for (const list of Object.values(manifest.journals)) await directory(list);
  note(manifest.repositories);
  for await (const { list } of repositoriesOf(vault, manifest)) if (list) await directory(list);
  note(manifest.blobs);
  for await (const { piece } of blobsOf(vault, manifest.blobs)) note(piece);
};
