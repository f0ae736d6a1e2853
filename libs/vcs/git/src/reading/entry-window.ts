import type { TreeQuery } from '@holdfast/vcs-spi';
import { textOf, type RawEntry } from './tree-records.js';

/** Where a page begins among all that match, and how long it is. */
export interface Span {
  from: number;
  count: number;
}

/** Counts the entries that match a query, and keeps those of one page. */
export class EntryWindow {
  readonly kept: RawEntry[] = [];
  matched = 0;
  private readonly text: string | undefined;

  /** `directory`: where the entries stand, with a slash behind it, or ''. */
  constructor(
    { text }: Pick<TreeQuery, 'text'>,
    private readonly span: Span,
    private readonly directory = '',
  ) {
    this.text = text?.toLowerCase();
  }

  /** Whether more can matter to the page. */
  take(entry: RawEntry): boolean {
    const { from, count } = this.span;
    if (this.text !== undefined && !this.pathOf(entry).includes(this.text)) return true;
    if (this.matched >= from && this.matched < from + count) this.kept.push(entry);
    this.matched += 1;
    return this.matched < from + count;
  }

  private pathOf({ name }: RawEntry): string {
    return (this.directory + textOf(name)).toLowerCase();
  }
}

/**
 * The entries of the page of a query, with one more where there are more. `read` puts all entries into a window, as far
 * as that wants them.
 */
export const pageEntries = async (
  { text, backwards, offset, limit }: Pick<TreeQuery, 'text' | 'backwards' | 'offset' | 'limit'>,
  directory: string,
  read: (window: EntryWindow) => Promise<void>,
): Promise<{ entries: RawEntry[]; more: boolean }> => {
  const within = async (span: Span): Promise<EntryWindow> => {
    const window = new EntryWindow({ text }, span, directory);
    await read(window);
    return window;
  };
  if (!backwards) {
    const { kept } = await within({ from: offset, count: limit + 1 });
    return { entries: kept.slice(0, limit), more: kept.length > limit };
  }
  const { matched } = await within({ from: 0, count: Number.MAX_SAFE_INTEGER });
  const end = Math.max(0, matched - offset);
  const from = Math.max(0, end - limit);
  const { kept } = await within({ from, count: end - from });
  return { entries: kept.slice(0, end - from).reverse(), more: from > 0 };
};
