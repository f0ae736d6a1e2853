import type { TransferGrant } from '@holdfast/vcs-spi';
import { BodyFailure } from '@holdfast/vcs-spi/engine';
import { LRUCache } from 'lru-cache';
import { openWork } from '../door/open-work.js';
import { rootHeader } from '../door/dav-headers.js';
import { noDifferences, svndiffType, UnpackedSizes } from './unpacked-sizes.js';

/**
 * Of so many transactions it is known what was unpacked for them; those that were written to longest ago are forgotten.
 */
const mostKnown = 10_000;

/** Bounds what a commit unpacks to, over all files that are sent for it. */
export class UnpackedPushes {
  private readonly known = new LRUCache<string, number>({ max: mostKnown });

  /** `most`: bytes for one commit. */
  constructor(private readonly most: number) {}

  /** The same body of a PUT, of this type. @throws BodyFailure `too_large`, `broken` */
  async *within(
    grant: TransferGrant,
    type: string | undefined,
    body: AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    const sizes = type === svndiffType ? new UnpackedSizes() : undefined;
    const commit = commitOf(grant);
    for await (const piece of body) {
      const before = sizes?.unpacked ?? 0;
      if (sizes && !sizes.read(piece)) throw new BodyFailure('broken', 400, noDifferences);
      if (this.add(commit, sizes ? sizes.unpacked - before : piece.length) > this.most)
        throw new BodyFailure('too_large', 413, tooLarge);
      yield piece;
    }
  }

  private add(commit: string, bytes: number): number {
    const sum = (this.known.get(commit) ?? 0) + bytes;
    this.known.set(commit, sum);
    return sum;
  }
}

const tooLarge = 'the files of this commit are more, unpacked, than the server takes in one commit';

/** Its repository and the name of its transaction, as far as its address tells one. */
const commitOf = ({ directory, exchange }: TransferGrant): string => {
  const below = exchange.path.slice((exchange.headers[rootHeader] ?? '').length);
  const [, , name = ''] = openWork.exec(below) ?? [];
  return `${directory}\n${name}`;
};
