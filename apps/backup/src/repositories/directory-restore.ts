import { createHash } from 'node:crypto';
import { contentMark, lastingMark } from '@holdfast/platform/files';
import type { KnownFiles } from '../nodes/known-files.js';
import type { NodePlace } from '../nodes/node-files.js';
import type { Piece, Vault } from '../vault/vault.js';
import { entriesOf, type CopiedFile } from './directory-copy.js';

/** Files that are sorted by where they lie in the vault, so that none of its chunks is read twice. */
const atOnce = 100_000;

/** Where a file lies on its node, once its directory is in its place. */
export interface RestoredFile {
  at: string;
  path: string;
}

export interface DirectoryRestoreOptions {
  /**
   * Files of this and of other directories. One that had a name in another one when it was copied gets that again, as
   * those of forks and their sources: all of them take no more room than they did.
   */
  restored?: KnownFiles<RestoredFile>;
  /** Files that never change once they have their names, as they were when they were copied. */
  lasting?: RegExp | undefined;
}

/**
 * Puts a copy in the place of a directory, whole or not at all.
 * @throws Error where something is there
 */
export const restoreDirectory = async (
  { node, at }: NodePlace,
  vault: Vault,
  list: Piece,
  { restored, lasting }: DirectoryRestoreOptions = {},
): Promise<void> => {
  await node.begin(at);
  try {
    let files: CopiedFile[] = [];
    const write = async (): Promise<void> => {
      for (const file of files.sort(byPlace)) {
        const identity = identityOf(file, lasting?.test(file.path));
        const there = restored?.get(node, identity);
        if (there && (await node.link(at, file.path, there))) continue;
        await node.write(at, file, vault.read(file.piece));
        restored?.set(node, identity, file.piece.size, { at, path: file.path });
      }
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

/**
 * Which file of its node it was, and what is to be in it; empty: nobody knows. Of one that `lasts` the copy may have
 * the time of an earlier backup, and that of a fork the time that git has given it since.
 */
const identityOf = ({ mark, piece }: CopiedFile, lasts = false): string => {
  if (mark === '') return '';
  const file = lasts ? lastingMark(mark) : contentMark(mark);
  return createHash('sha256')
    .update(JSON.stringify([file, piece]))
    .digest('base64');
};

const byPlace = ({ piece: a }: CopiedFile, { piece: b }: CopiedFile): number => {
  const [left = '', right = ''] = [a.chunks[0], b.chunks[0]];
  return left === right ? a.offset - b.offset : left < right ? -1 : 1;
};
