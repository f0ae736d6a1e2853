import type { Cut, TreeQuery } from '@holdfast/vcs-spi';
import { windowPage, type PageWindow } from './page-window.js';
import { textOf, type RawEntry } from './tree-records.js';

/** Takes the entries that match a query. */
export interface EntryWindow {
  /** Whether more can matter to the page. */
  take(entry: RawEntry): boolean;
}

/**
 * The entries of the page of a query. `directory`: where they stand, with a slash behind it, or ''. `read` puts all
 * entries into a window, as far as that wants them; false: the time was over before.
 */
export const pageEntries = async (
  { text, ...page }: Pick<TreeQuery, 'text' | 'backwards' | 'offset' | 'limit'>,
  directory: string,
  read: (window: EntryWindow) => Promise<boolean>,
): Promise<Cut<RawEntry>> =>
  windowPage<RawEntry>(page, (window) =>
    read(text === undefined ? window : matching(window, directory, text)),
  );

const matching = (window: PageWindow<RawEntry>, directory: string, text: string): EntryWindow => {
  const part = text.toLowerCase();
  return {
    take: (entry) =>
      (directory + textOf(entry.name)).toLowerCase().includes(part) ? window.take(entry) : window.wantsMore,
  };
};
