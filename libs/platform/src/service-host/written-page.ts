import type { PageHead } from '@holdfast/contracts';
import type { Page } from '@holdfast/kernel';
import { Lines } from '../rpc/lines.js';
import { Writer } from './writer.js';

/**
 * The most bytes of a page with its children. An answer must fit into one message of the broker (8 MiB), even if a
 * single object has very many children.
 */
export const mostOfPage = 4 * 1024 * 1024;

/** A page whose results are JSON already, for whoever keeps it to answer it again. It is cut as all pages are. */
export class WrittenPage<T extends object> implements Page<T> {
  private constructor(
    private readonly head: PageHead,
    private readonly bytes: Buffer,
  ) {}

  /** `deadline`, and what it throws: as of `Writer`. */
  static async of<T extends object>({ results, more }: Page<T>, deadline: number): Promise<WrittenPage<T>> {
    const texts = await new Writer(deadline).leading(results, mostOfPage);
    const head = { objects: texts.length, more: more || texts.length < results.length };
    const lines = texts.join('\n');
    // In memory of its own: a part of what others share would keep all of that.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(lines));
    bytes.write(lines);
    return new WrittenPage(head, bytes);
  }

  get more(): boolean {
    return this.head.more;
  }

  /** Read anew each time: who passes the page on as it is does not need them. */
  get results(): T[] {
    return this.lines.texts.map((text) => JSON.parse(text) as T);
  }

  get lines(): Lines<PageHead> {
    return new Lines(this.head, { bytes: this.bytes, at: 0 });
  }

  /** In memory. */
  get size(): number {
    return this.bytes.length;
  }
}
