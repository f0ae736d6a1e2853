import { blobsOf } from '../blobs/blob-copy.js';
import { entriesOf } from '../repositories/directory-copy.js';
import type { Piece, Vault } from '../vault/vault.js';
import { keptOf, type Keeping } from './kept.rules.js';
import { readManifest, repositoriesOf, type Manifest } from './manifest.js';

/** What was removed. */
export interface Pruned {
  /** Ids. */
  removed: string[];
  kept: string[];
  chunks: number;
}

/** Removes backups that are not to be kept, and then all chunks that no backup has any more. */
export const pruneBackups = async (vault: Vault, keeping: Keeping): Promise<Pruned> => {
  const manifests: Manifest[] = [];
  for (const id of await vault.ids()) manifests.push(await readManifest(vault, id));
  const kept = keptOf(manifests, keeping, Date.now());
  const used = new Set<string>();
  const lists = new Set<string>();
  for (const manifest of kept) await noteChunks(vault, manifest, { used, lists });
  const gone = manifests.filter((manifest) => !kept.includes(manifest));
  for (const { id } of gone) await vault.removeManifest(id);
  let chunks = 0;
  for await (const name of vault.chunks()) {
    if (used.has(name)) continue;
    await vault.removeChunk(name);
    chunks += 1;
  }
  const ids = (all: readonly Manifest[]): string[] => all.map(({ id }) => id);
  return { removed: ids(gone), kept: ids(kept), chunks };
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
    if (list.chunks.length === 1) lists.add(list.chunks[0]);
    note(list);
    for await (const entry of entriesOf(vault, list)) if ('path' in entry) note(entry.piece);
  };
  for (const { tables } of manifest.schemas) for (const { content } of tables) note(content);
  for (const piece of Object.values(manifest.files)) note(piece);
  for (const list of Object.values(manifest.journals)) await directory(list);
  note(manifest.repositories);
  for await (const { list } of repositoriesOf(vault, manifest)) if (list) await directory(list);
  note(manifest.blobs);
  for await (const { piece } of blobsOf(vault, manifest.blobs)) note(piece);
};
