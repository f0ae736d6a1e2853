import type { Cut } from '@holdfast/vcs-spi';
import { tooLate } from './too-late.js';

/** Where a page begins among all that match, and how long it is. */
interface Span {
  from: number;
  count: number;
}

/** Counts what matches, and keeps the part of a page. */
export class PageWindow<T> {
  readonly kept: T[] = [];
  matched = 0;

  constructor(private readonly span: Span) {}

  /** Whether more can matter to the page. */
  take(one: T): boolean {
    if (this.matched >= this.span.from && this.wantsMore) this.kept.push(one);
    this.matched += 1;
    return this.wantsMore;
  }

  get wantsMore(): boolean {
    const { from, count } = this.span;
    return this.matched < from + count;
  }
}

/** Where nothing is kept, and all is counted. */
const nowhere: Span = { from: Number.MAX_SAFE_INTEGER, count: 0 };

interface PageQuery {
  backwards: boolean;
  offset: number;
  limit: number;
}

/**
 * A page of what `read` puts into a window: it puts everything in, as far as the window wants it, and answers true; or
 * false where it had to end before, since the time was over: then what was found is the page. Backwards it is called
 * twice, the first time to count; if it had to end there is no page, since nobody knows where it begins before all is
 * counted.
 * @throws VcsRefusal `unavailable` where nothing was found of a page when the time was over
 */
export const windowPage = async <T>(
  { backwards, offset, limit }: PageQuery,
  read: (window: PageWindow<T>) => Promise<boolean>,
): Promise<Cut<T>> => {
  const within = async (span: Span): Promise<{ kept: T[]; matched: number; isCut: boolean }> => {
    const window = new PageWindow<T>(span);
    const isCut = !(await read(window)) && window.wantsMore;
    if (isCut && (backwards || window.kept.length === 0)) throw tooLate();
    return { kept: window.kept, matched: window.matched, isCut };
  };
  if (!backwards) {
    const { kept, isCut } = await within({ from: offset, count: limit + 1 });
    return { results: kept.slice(0, limit), more: isCut || kept.length > limit };
  }
  const { matched } = await within(nowhere);
  const end = Math.max(0, matched - offset);
  const from = Math.max(0, end - limit);
  const { kept } = await within({ from, count: end - from });
  return { results: kept.slice(0, end - from).reverse(), more: from > 0 };
};
