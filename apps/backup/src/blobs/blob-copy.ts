import { createHash, type Hash } from 'node:crypto';
import { BlobMissing, type BlobReader } from '@holdfast/blob-spi';
import { ContentWriter, LineWriter } from '../vault/content-writer.js';
import { isBadPlace, untilUnreadable } from '../vault/readable.js';
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
  /** Digests of those of which the store has another content, or one that cannot be read. */
  changed: string[];
}

/** What copies of blobs stand on. */
export interface BlobSources {
  store: BlobReader;
  vault: Vault;
  /** The list of an earlier copy. */
  earlier?: Piece | undefined;
  /** Hears what of that cannot be read: its blobs are copied again. */
  passedOver?: (why: string) => void;
}

/** A blob to which the database refers. */
export interface WantedBlob {
  sha256: string;
  size: number;
}

/**
 * Copies the blobs that are wanted, in the order of their digests. Blobs never change: those in the list of an
 * `earlier` copy that are there are not read again.
 */
export const copyBlobs = async (
  wanted: AsyncIterable<WantedBlob>,
  { store, vault, earlier, passedOver = () => undefined }: BlobSources,
): Promise<BlobCopy> => {
  const known = untilUnreadable(earlier ? blobsOf(vault, earlier) : none(), passedOver)[
    Symbol.asyncIterator
  ]();
  let at = await known.next();
  const list = new LineWriter(vault);
  const content = new ContentWriter(vault);
  const copy = { blobs: 0, bytes: 0, missing: [] as string[], changed: [] as string[] };
  let waiting: CopiedBlob[] = [];
  const write = async (): Promise<void> => {
    await content.flush();
    for (const blob of waiting) await list.add(blob);
    waiting = [];
  };
  for await (const { sha256, size } of wanted) {
    while (!at.done && at.value.sha256 < sha256) at = await known.next();
    const before = !at.done && at.value.sha256 === sha256 ? at.value.piece : undefined;
    const piece = before && vault.hasAll(before) ? before : await copied(store, content, { sha256, size });
    if (typeof piece === 'string') {
      copy[piece].push(sha256);
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

/** What stands in another copy may have come to harm: whoever restores it would find that out. */
const copied = async (
  store: BlobReader,
  content: ContentWriter,
  { sha256, size }: WantedBlob,
): Promise<Piece | 'missing' | 'changed'> => {
  const hash = createHash('sha256');
  try {
    const piece = await content.add(
      size,
      hashed(await store.open(sha256, { offset: 0, length: size }), hash),
    );
    return hash.digest('hex') === sha256 ? piece : 'changed';
  } catch (error) {
    if (error instanceof BlobMissing) return 'missing';
    if (isBadPlace(error)) return 'changed';
    throw error;
  }
};

async function* hashed(source: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    hash.update(bytes);
    yield bytes;
  }
}

async function* none(): AsyncGenerator<CopiedBlob> {
  // There was no earlier copy.
}
