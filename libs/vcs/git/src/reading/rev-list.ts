import { loopShare, ownText } from '@holdfast/kernel';
import type { LogQuery } from '@holdfast/vcs-spi';
import type { GitCommand } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import { failureOf, outputOf } from './command-output.js';
import { CommitMessages, messageFormat } from './commit-messages.js';
import { ListedTimes } from './listed-times.js';
import { literalPatterns } from './literal-patterns.js';
import { PageWindow } from './page-window.js';
import { tooLate } from './too-late.js';

/** A query, with its path as it stands in the repository: a character for each byte. */
export type ListedQuery = Omit<LogQuery, 'path'> & { bytes?: string };

/** git counts commits by a number of 32 bits, and from a larger one begins at the first. */
const beyondAll = 2 ** 31;

/** What has been found of commits; `cut`: the time was over before there was all. */
export interface ListedIds {
  ids: string[];
  cut: boolean;
}

/**
 * The ids of the commits that a query asks for, with one more where there are more, as far as they are found until the
 * time is `over`. The oldest are known when all are.
 * @throws VcsRefusal `unavailable` where none is known then
 */
export const listedIds = async (
  processes: GitProcesses,
  directory: string,
  query: ListedQuery,
  over: AbortSignal,
): Promise<ListedIds> => {
  const found = await idsUntil(processes, directory, query, over);
  if (found.cut && found.ids.length === 0) throw tooLate();
  return found;
};

const idsUntil = async (
  processes: GitProcesses,
  directory: string,
  query: ListedQuery,
  over: AbortSignal,
): Promise<ListedIds> => {
  if (query.offset >= beyondAll) return nothing;
  // To git no time is before 1970, and an age of -1 is no bound.
  if (query.before !== undefined && query.before <= 0) return nothing;
  // An author is one line. To git, what comes behind the end of a line is another pattern.
  if (query.author?.includes('\n')) return nothing;
  if (hasLines(query)) return idsOfMessages(processes, directory, query, over);
  if (isDatedWay(query)) return idsOfTimes(processes, directory, query, over);
  const list = async (flags: string[]): Promise<ListedIds> => {
    let said = '';
    const take = (piece: Buffer): boolean => {
      said += piece.toString('latin1');
      return true;
    };
    const end = await outputOf(processes, listing(directory, query, flags), over, take);
    if (!end.whole && !over.aborted) throw failureOf(end, failed);
    // What has no end of a line is not all here.
    return { ids: said.split('\n').slice(0, -1), cut: !end.whole };
  };
  const { offset, limit, oldestFirst } = query;
  if (!oldestFirst) return list([`--skip=${offset}`, `--max-count=${limit + 1}`]);
  // git numbers commits from the newest on.
  const counted = await list(['--count']);
  if (counted.cut) return { ids: [], cut: true };
  const all = Number(counted.ids[0]);
  const most = Math.min(limit + 1, all - offset);
  if (most <= 0) return nothing;
  const { ids, cut } = await list([`--skip=${all - offset - most}`, `--max-count=${most}`]);
  return cut ? { ids: [], cut } : { ids: ids.reverse(), cut };
};

const nothing: ListedIds = { ids: [], cut: false };

/** Of such a text git would find nothing: it looks at messages line by line. */
const hasLines = ({ text }: ListedQuery): boolean => text?.includes('\n') === true;

/** What git leaves out for its time cuts the way from a commit to those that descend from it. */
const isDatedWay = ({ before, after, descendingFrom }: ListedQuery): boolean =>
  descendingFrom !== undefined && (before !== undefined || after !== undefined);

const isInTime = ({ before = Infinity, after = -Infinity }: ListedQuery, at: number): boolean =>
  at < before && at > after;

/** git does not write each commit by itself: of a million that takes longer than all else. */
const environment = { GIT_FLUSH: '0' };

/** Looks at the times of all commits on a way, one after the other, and takes what is asked for. */
const idsOfTimes = async (
  processes: GitProcesses,
  directory: string,
  query: ListedQuery,
  over: AbortSignal,
): Promise<ListedIds> => {
  const { offset, limit, oldestFirst } = query;
  const page = new PageWindow<string>({ from: offset, count: limit + 1 });
  const times = new ListedTimes((id, at) => !isInTime(query, at) || page.take(ownText(id)));
  // git knows the whole way before it lists the first of it, in either order.
  const flags = ['--timestamp', ...(oldestFirst ? ['--reverse'] : [])];
  const command = listing(directory, lookedAt(query), flags);
  const end = await outputOf(processes, command, over, (piece) => times.read(piece), { environment });
  if (!end.whole && !over.aborted) throw failureOf(end, failed);
  return { ids: page.kept, cut: !end.whole };
};

/**
 * Looks at more messages than are asked for, one after the other, and takes what is. The other way round git would hold
 * all of them: of what is found here the last stay.
 */
const idsOfMessages = async (
  processes: GitProcesses,
  directory: string,
  query: ListedQuery,
  over: AbortSignal,
): Promise<ListedIds> => {
  const { text = '', offset, limit, oldestFirst } = query;
  const part = text.toLowerCase();
  const most = offset + limit + 1;
  const page = new PageWindow<string>({ from: offset, count: limit + 1 });
  let last: string[] = [];
  const messages = new CommitMessages(({ id, at, message }) => {
    if (!isInTime(query, at) || !message.toLowerCase().includes(part)) return true;
    if (!oldestFirst) return page.take(id);
    if (last.push(id) >= 2 * most) last = last.slice(-most);
    return true;
  });
  const command = listing(directory, lookedAt(query), messageFormat);
  const end = await outputOf(processes, command, over, async (piece) => {
    if (loopShare.isOver) await loopShare.pass();
    return messages.read(piece);
  });
  if (!end.whole && !over.aborted) throw failureOf(end, failed);
  if (!oldestFirst) return { ids: page.kept, cut: !end.whole };
  return end.whole ? { ids: last.slice(-most).reverse().slice(offset), cut: false } : { ids: [], cut: true };
};

/** Only messages are looked at that have the longest of the lines, and on a way those of all times. */
const lookedAt = ({ text, before, after, ...query }: ListedQuery): ListedQuery => {
  const line = text?.split('\n').reduce((one, other) => (other.length > one.length ? other : one));
  return {
    ...query,
    ...(line === undefined || line === '' ? {} : { text: line }),
    ...(query.descendingFrom === undefined ? { before, after } : {}),
  };
};

const failed = 'the history could not be read';

const listing = (directory: string, query: ListedQuery, flags: string[]): GitCommand => ({
  command: 'rev-list',
  directory,
  flags: [...flags, ...filtersOf(query)],
  ids: [query.from, ...excluded(query)],
  ...(query.bytes === undefined ? {} : { path: query.bytes }),
});

const excluded = ({ without = [], descendingFrom }: ListedQuery): string[] =>
  [...without, ...(descendingFrom === undefined ? [] : [descendingFrom])].map((id) => `^${id}`);

const filtersOf = ({ author, text, before, after, descendingFrom }: ListedQuery): string[] => {
  const asked = Object.entries({ author, grep: text }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
  const { option, patterns } = literalPatterns(asked.map(({ value }) => value));
  return [
    ...(descendingFrom === undefined ? [] : ['--ancestry-path']),
    ...[option, '--regexp-ignore-case', ...asked.map(({ name }, at) => `--${name}=${patterns[at]}`)],
    // Clocks differ: an older commit may have younger parents, so git must not stop at the first that is too old.
    // A negative number is no date to git: it would list nothing, where all it knows is later.
    ...(after === undefined || after < 0 ? [] : [`--since-as-filter=@${after + 1} +0000`]),
    // A date, no age: git reads an age into 32 bits, which ends in 2038.
    ...(before === undefined ? [] : [`--until=@${before - 1} +0000`]),
  ];
};
