import { VcsRefusal } from '@holdfast/vcs-spi';
import type { ListedNode } from '../reading/listing.js';

/** What an archive has to know of a file before it comes to it. */
export type PackedFile = Pick<ListedNode, 'path' | 'size' | 'isExecutable' | 'isSpecial'>;

/** So much is kept of all files of one archive (bytes). */
const mostKept = 16 << 20;
/** Files are put together until they have so much (bytes). */
const block = 64 << 10;

/**
 * Files in the order of their paths, each without what its path has in common with the one before it: they are in
 * memory for as long as a client takes, and have some twenty bytes each in this way.
 */
export class PackedFiles {
  private readonly blocks: Buffer[] = [];
  private open: Buffer[] = [];
  private openBytes = 0;
  private kept = 0;
  private last: Buffer = Buffer.alloc(0);

  /** @throws VcsRefusal `too_large` where more would have to be kept */
  add({ path, size = 0, isExecutable, isSpecial }: PackedFile): void {
    const bytes = Buffer.from(path);
    const shared = sharedLength(this.last, bytes);
    const kinds = `${isExecutable ? 'x' : ''}${isSpecial ? 's' : ''}`;
    const head = Buffer.from(`${shared} ${bytes.length - shared} ${size} ${kinds} `);
    const piece = Buffer.concat([head, bytes.subarray(shared)]);
    this.last = bytes;
    this.kept += piece.length;
    if (this.kept > mostKept) throw new VcsRefusal('too_large', 'the archive has too many files');
    this.open.push(piece);
    this.openBytes += piece.length;
    if (this.openBytes >= block) this.close();
  }

  *[Symbol.iterator](): Generator<PackedFile> {
    this.close();
    let last: Buffer = Buffer.alloc(0);
    for (const each of this.blocks)
      for (let at = 0; at < each.length;) {
        const [head = '', shared, length, size, x, s] =
          /^(\d+) (\d+) (\d+) (x?)(s?) /.exec(each.toString('latin1', at, at + longestHead)) ?? [];
        const begin = at + head.length;
        at = begin + Number(length);
        last = Buffer.concat([last.subarray(0, Number(shared)), each.subarray(begin, at)]);
        const kinds = {
          ...(x ? { isExecutable: true as const } : {}),
          ...(s ? { isSpecial: true as const } : {}),
        };
        yield { path: last.toString(), size: Number(size), ...kinds };
      }
  }

  private close(): void {
    if (this.open.length > 0) this.blocks.push(Buffer.concat(this.open));
    this.open = [];
    this.openBytes = 0;
  }
}

/** Three numbers, and what sort of file it is. */
const longestHead = 64;

const sharedLength = (one: Buffer, other: Buffer): number => {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[at] === other[at]) at += 1;
  return at;
};
