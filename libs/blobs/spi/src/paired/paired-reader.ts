import type { Readable } from 'node:stream';
import { BlobMissing } from '../blob-errors.js';
import type { BlobRange, BlobReader, SignedAnswer } from '../blob-store.js';

/** What the first answers, or the other where the first does not have the blob. */
export const orElse = async <T>(first: () => Promise<T>, other: () => Promise<T>): Promise<T> => {
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    return other();
  }
};

/** Two places as one: what is not in the first is read from the other. */
export class PairedReader implements BlobReader {
  constructor(
    private readonly first: BlobReader,
    private readonly other: BlobReader,
  ) {}

  open(digest: string, range: BlobRange): Promise<Readable> {
    return orElse(
      () => this.first.open(digest, range),
      () => this.other.open(digest, range),
    );
  }

  async has(digest: string): Promise<boolean> {
    return (await this.first.has(digest)) || this.other.has(digest);
  }

  /** Only of the first: clients may not reach the other one. */
  async signed(digest: string, answer: SignedAnswer): Promise<string | undefined> {
    return this.first.signed?.(digest, answer);
  }

  async close(): Promise<void> {
    await this.first.close();
    await this.other.close();
  }
}
