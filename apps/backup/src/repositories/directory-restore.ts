import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncPath } from '@holdfast/platform/files';
import type { Piece, Vault } from '../vault/vault.js';
import { entriesOf, type CopiedFile } from './directory-copy.js';

/** Files that are sorted by where they lie in the vault, so that none of its chunks is read twice. */
const atOnce = 100_000;

/** Where a directory is put together: at a path as long as its own, so that all of it fits here if it does there. */
export const draftOf = (root: string): string => join(dirname(root), `~${basename(root).slice(1)}`);

/** Puts a copy in the place of a directory, whole or not at all. @throws Error where something is there */
export const restoreDirectory = async (root: string, vault: Vault, list: Piece): Promise<void> => {
  const draft = draftOf(root);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  let files: CopiedFile[] = [];
  const write = async (): Promise<void> => {
    for (const file of files.sort(byPlace)) await writeFile(draft, file, vault);
    files = [];
  };
  const directories = [draft];
  for await (const entry of entriesOf(vault, list))
    if ('directory' in entry) {
      directories.push(join(draft, inside(entry.directory)));
      await mkdir(directories[directories.length - 1], { recursive: true, mode: 0o700 });
    } else {
      files.push(entry);
      if (files.length === atOnce) await write();
    }
  await write();
  for (const directory of directories) await syncPath(directory);
  await rename(draft, root);
  await syncPath(dirname(root));
};

const byPlace = ({ piece: a }: CopiedFile, { piece: b }: CopiedFile): number => {
  const [left = '', right = ''] = [a.chunks[0], b.chunks[0]];
  return left === right ? a.offset - b.offset : left < right ? -1 : 1;
};

const writeFile = async (root: string, { path, mode, piece }: CopiedFile, vault: Vault): Promise<void> => {
  const file = await open(join(root, inside(path)), 'wx', mode | 0o400);
  try {
    for await (const bytes of vault.read(piece)) await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Who has the key may still not write elsewhere. */
const inside = (path: string): string => {
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..') || path.includes('\0'))
    throw new Error('a path leads elsewhere');
  return path;
};
