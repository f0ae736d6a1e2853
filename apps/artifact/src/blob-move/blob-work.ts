import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { BlobMissing } from '@holdfast/blob-spi';
import type { NamedStore } from '../blob-stores.js';
import type { ReferredBlob } from './referred-blob.store.js';

/** What came of a blob: the store had it; its bytes were copied, or read; or why it is not as it should be. */
export type BlobOutcome = { is: 'there' } | { is: 'done' } | { is: 'fault'; why: string };

const fault = ({ sha256 }: ReferredBlob, why: string): BlobOutcome => ({
  is: 'fault',
  why: `${sha256} ${why}`,
});

/**
 * Copies a blob, by a stream, unless the store has it. What is not what its name says is not stored. Nobody refers to
 * the copy while it is made, or removes it: it may be made twice, or stay without a use until the store is swept.
 */
export const copyBlob = async (
  { into, former }: { into: NamedStore; former: NamedStore },
  blob: ReferredBlob,
  signal: AbortSignal,
): Promise<BlobOutcome> => {
  const { sha256, size } = blob;
  if (await into.store.has(sha256)) return { is: 'there' };
  const source = await former.store.open(sha256, { offset: 0, length: size }).catch(ifMissing);
  // It may have been deleted, and have come again, meanwhile.
  if (!source && (await into.store.has(sha256))) return { is: 'there' };
  if (!source) return fault(blob, 'is in neither of the stores');
  try {
    const staged = await into.store.stage(until(source, signal));
    try {
      if (staged.digests.sha256 !== sha256) return fault(blob, `is not what it was in ${former.name}`);
      await staged.prepare?.();
      await staged.publish();
    } finally {
      await staged.discard();
    }
  } finally {
    source.destroy();
  }
  return { is: 'done' };
};

/** Reads a blob, and compares it with its name. */
export const checkBlob = async (
  { name, store }: NamedStore,
  blob: ReferredBlob,
  signal: AbortSignal,
): Promise<BlobOutcome> => {
  const { sha256, size } = blob;
  const source = await store.open(sha256, { offset: 0, length: size }).catch(ifMissing);
  if (!source) return fault(blob, `is not in ${name}`);
  const hash = createHash('sha256');
  try {
    for await (const piece of until(source, signal)) hash.update(piece);
  } finally {
    source.destroy();
  }
  return hash.digest('hex') === sha256 ? { is: 'done' } : fault(blob, `is not what it was in ${name}`);
};

/** Whether both are one place under two names: what is stored in one is in the other. */
export const areSame = async (
  { store: into }: NamedStore,
  { store: former }: NamedStore,
): Promise<boolean> => {
  const staged = await into.stage(once(randomBytes(32)));
  const { sha256 } = staged.digests;
  try {
    await staged.prepare?.();
    await staged.publish();
    return await former.has(sha256);
  } finally {
    await staged.discard();
    await into.delete(sha256);
  }
};

async function* until(source: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    signal.throwIfAborted();
    yield piece as Uint8Array;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

const ifMissing = (error: unknown): undefined => {
  if (error instanceof BlobMissing) return undefined;
  throw error;
};
