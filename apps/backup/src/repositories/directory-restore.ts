import type { NodePlace } from '../nodes/node-files.js';
import type { Piece, Vault } from '../vault/vault.js';
import { entriesOf, type CopiedFile } from './directory-copy.js';

/** Files that are sorted by where they lie in the vault, so that none of its chunks is read twice. */
const atOnce = 100_000;

/** Puts a copy in the place of a directory, whole or not at all. @throws Error where something is there */
export const restoreDirectory = async ({ node, at }: NodePlace, vault: Vault, list: Piece): Promise<void> => {
  await node.begin(at);
  try {
    let files: CopiedFile[] = [];
    const write = async (): Promise<void> => {
      for (const file of files.sort(byPlace)) await node.write(at, file, vault.read(file.piece));
      files = [];
    };
    for await (const entry of entriesOf(vault, list))
      if ('directory' in entry) await node.makeDirectory(at, entry.directory);
      else {
        files.push(entry);
        if (files.length === atOnce) await write();
      }
    await write();
    await node.place(at);
  } catch (error) {
    await node.discard(at).catch(() => undefined);
    throw error;
  }
};

const byPlace = ({ piece: a }: CopiedFile, { piece: b }: CopiedFile): number => {
  const [left = '', right = ''] = [a.chunks[0], b.chunks[0]];
  return left === right ? a.offset - b.offset : left < right ? -1 : 1;
};
