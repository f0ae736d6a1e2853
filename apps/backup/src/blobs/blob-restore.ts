import { createHash } from 'node:crypto';
import { BlobMissing, type BlobStore } from '@holdfast/blob-spi';
import { isBadPlace, whyUnreadable } from '../vault/readable.js';
import type { Vault } from '../vault/vault.js';
import { Unreadable } from '../vault/vault-key.js';
import type { CopiedBlob } from './blob-copy.js';

export interface BlobRestore {
  /** How many are there now. */
  blobs: number;
  /** What is wrong with the others, in words. */
  problems: string[];
}

/**
 * Puts blobs into a store. What cannot be read of one keeps none of the others away. `compares`: what is there is read,
 * and has its place taken where it is not what it should be; else that something is there is enough.
 */
export const restoreBlobs = async (
  store: BlobStore,
  blobs: AsyncIterable<CopiedBlob>,
  { vault, compares }: { vault: Vault; compares: boolean },
): Promise<BlobRestore> => {
  const done: BlobRestore = { blobs: 0, problems: [] };
  for await (const blob of blobs)
    try {
      const isThere = await store.has(blob.sha256);
      if (!isThere || (compares && !(await isWhole(store, blob))))
        await restoreBlob(store, blob, vault, isThere);
      done.blobs += 1;
    } catch (error) {
      done.problems.push(`the artifacts with the SHA-256 ${blob.sha256}: ${whyUnreadable(error)}`);
    }
  return done;
};

const restoreBlob = async (
  store: BlobStore,
  { sha256, piece }: CopiedBlob,
  vault: Vault,
  isThere: boolean,
): Promise<void> => {
  const staged = await store.stage(vault.read(piece));
  try {
    if (staged.digests.sha256 !== sha256) throw new Unreadable('it is another content');
    // A bucket takes what has the name and the size for the same.
    if (isThere) await store.delete(sha256);
    await staged.prepare?.();
    await staged.publish();
  } finally {
    await staged.discard();
  }
};

const isWhole = async (store: BlobStore, { sha256, piece: { size } }: CopiedBlob): Promise<boolean> => {
  const hash = createHash('sha256');
  try {
    for await (const bytes of await store.open(sha256, { offset: 0, length: size }))
      hash.update(bytes as Buffer);
  } catch (error) {
    if (error instanceof BlobMissing || isBadPlace(error)) return false;
    throw error;
  }
  return hash.digest('hex') === sha256;
};
