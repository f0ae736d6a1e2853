import { BlobMissing, type BlobStore } from '@holdfast/blob-spi';
import { ContentWriter, LineWriter } from '../vault/content-writer.js';
import type { Piece, Vault } from '../vault/vault.js';

/** How many wait until the chunk of the small ones among them is full. */
const mostWaiting = 10_000;

/** A line of the list of blobs, which is sorted by the digests. */
export interface CopiedBlob {
  sha256: string;
  piece: Piece;
}

export interface BlobCopy {
  list: Piece;
  blobs: number;
  bytes: number;
  /** Digests of those that the store does not have. */
  missing: string[];
}

/** A blob to which the database refers. */
export interface WantedBlob {
  sha256: string;
  size: number;
}

/**
 * Copies the blobs that are wanted, in the order of their digests. Blobs never change: those in the list of an
 * `earlier` copy are not read again.
 */
export const copyBlobs = async (
  wanted: AsyncIterable<WantedBlob>,
  { store, vault, earlier }: { store: BlobStore; vault: Vault; earlier?: Piece | undefined },
): Promise<BlobCopy> => {
  const known = (earlier ? blobsOf(vault, earlier) : none())[Symbol.asyncIterator]();
  let at = await known.next();
  const list = new LineWriter(vault);
  const content = new ContentWriter(vault);
  const copy = { blobs: 0, bytes: 0, missing: [] as string[] };
  let waiting: CopiedBlob[] = [];
  const write = async (): Promise<void> => {
    await content.flush();
    for (const blob of waiting) await list.add(blob);
    waiting = [];
  };
  for await (const { sha256, size } of wanted) {
    while (!at.done && at.value.sha256 < sha256) at = await known.next();
    const piece =
      !at.done && at.value.sha256 === sha256
        ? at.value.piece
        : await copied(store, content, { sha256, size });
    if (!piece) {
      copy.missing.push(sha256);
      continue;
    }
    copy.blobs += 1;
    copy.bytes += size;
    waiting.push({ sha256, piece });
    if (waiting.length === mostWaiting) await write();
  }
  await write();
  return { ...copy, list: await list.end() };
};

export async function* blobsOf(vault: Vault, list: Piece): AsyncGenerator<CopiedBlob> {
  for await (const line of vault.lines(list)) yield JSON.parse(line) as CopiedBlob;
}

/** Puts the blobs of a list into a store; answers how many. @throws Error where one is not what it was */
export const restoreBlobs = async (
  store: BlobStore,
  blobs: AsyncIterable<CopiedBlob>,
  vault: Vault,
): Promise<number> => {
  let count = 0;
  for await (const { sha256, piece } of blobs) {
    count += 1;
    if (await store.has(sha256)) continue;
    const staged = await store.stage(vault.read(piece));
    try {
      if (staged.digests.sha256 !== sha256) throw new Error(`the blob ${sha256} is not what it was`);
      await staged.prepare?.();
      await staged.publish();
    } finally {
      await staged.discard();
    }
  }
  return count;
};

const copied = async (
  store: BlobStore,
  content: ContentWriter,
  { sha256, size }: WantedBlob,
): Promise<Piece | undefined> => {
  try {
    return await content.add(size, await store.open(sha256, { offset: 0, length: size }));
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
};

async function* none(): AsyncGenerator<CopiedBlob> {
  // There was no earlier copy.
}
