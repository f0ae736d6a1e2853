import { open, type FileHandle } from 'node:fs/promises';
import { VcsRefusal, type StagedText } from '@holdfast/vcs-spi';

/** So much is read at a time where texts are asked for in their order: many small ones lie beside each other. */
const stride = 256 << 10;

interface Read {
  at: number;
  bytes: Buffer;
}

/** The texts of a draft that lie in a file. */
export class StagedTexts {
  static readonly none = new StagedTexts(undefined);
  /** What was read last, and where it lies. */
  private last: Read = { at: 0, bytes: Buffer.alloc(0) };
  /** Where the next in order begins. */
  private next = 0;

  private constructor(private readonly file: FileHandle | undefined) {}

  /**
   * Does the work with the texts of that file; undefined: there are none.
   * @throws VcsRefusal `unavailable` where the file has gone
   */
  static async during<T>(path: string | undefined, work: (texts: StagedTexts) => Promise<T>): Promise<T> {
    if (path === undefined) return work(StagedTexts.none);
    const file = await open(path).catch(gone);
    try {
      return await work(new StagedTexts(file));
    } finally {
      await file.close();
    }
  }

  /** The bytes of one, in pieces. @throws VcsRefusal `unavailable` */
  async *pieces({ at, length }: StagedText): AsyncGenerator<Buffer> {
    for (let from = at; from < at + length; from += stride)
      yield await this.read(from, Math.min(stride, at + length - from));
  }

  private async read(at: number, length: number): Promise<Buffer> {
    const { last } = this;
    const isThere = at >= last.at && at + length <= last.at + last.bytes.length;
    const there = isThere ? last : await this.readOn(at, at === this.next ? stride : length);
    this.next = at + length;
    const from = at - there.at;
    return there.bytes.length - from < length ? gone() : there.bytes.subarray(from, from + length);
  }

  /** Into new memory: somebody may still have pieces of the old. */
  private async readOn(at: number, most: number): Promise<Read> {
    const file = this.file ?? gone();
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(most), 0, most, at);
    return (this.last = { at, bytes: buffer.subarray(0, bytesRead) });
  }
}

const gone = (): never => {
  throw new VcsRefusal('unavailable', 'the texts of the commit are not there any more');
};
