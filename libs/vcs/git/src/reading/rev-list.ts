import { VcsRefusal, type LogQuery } from '@holdfast/vcs-spi';
import type { GitCommand } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import { failureOf, outputOf } from './command-output.js';
import { CommitMessages, messageFormat } from './commit-messages.js';
import { literalPatterns } from './literal-patterns.js';

/** A query, with its path as it stands in the repository: a character for each byte. */
export type ListedQuery = Omit<LogQuery, 'path'> & { bytes?: string };

/** git counts commits by a number of 32 bits, and from a larger one begins at the first. */
const beyondAll = 2 ** 31;

/** The ids of the commits that a query asks for, with one more where there are more. */
export const listedIds = async (
  processes: GitProcesses,
  directory: string,
  query: ListedQuery,
  signal: AbortSignal,
): Promise<string[]> => {
  if (query.offset >= beyondAll) return [];
  // An author is one line. To git, what comes behind the end of a line is another pattern.
  if (query.author?.includes('\n')) return [];
  if (query.text?.includes('\n')) return idsOfLines(processes, directory, query, signal);
  const list = async (flags: string[]): Promise<string[]> => {
    const command = listing(directory, query, flags);
    const { code, stdout, stderr } = await processes.run(command, { signal, yielding: true });
    if (code !== 0) throw new VcsRefusal('unavailable', stderr.split('\n', 1)[0] || late);
    return stdout.split('\n').filter((line) => line !== '');
  };
  const { offset, limit, oldestFirst } = query;
  if (!oldestFirst) return list([`--skip=${offset}`, `--max-count=${limit + 1}`]);
  // git numbers commits from the newest on.
  const all = Number((await list(['--count']))[0]);
  const most = Math.min(limit + 1, all - offset);
  if (most <= 0) return [];
  return (await list([`--skip=${all - offset - most}`, `--max-count=${most}`])).reverse();
};

/** For a text of several lines, which git would not find: it looks at messages line by line. */
const idsOfLines = async (
  processes: GitProcesses,
  directory: string,
  { text = '', ...query }: ListedQuery,
  signal: AbortSignal,
): Promise<string[]> => {
  const part = text.toLowerCase();
  // Only messages are looked at that have the longest of the lines.
  const line = text.split('\n').reduce((one, other) => (other.length > one.length ? other : one));
  const { offset, limit, oldestFirst } = query;
  const found: string[] = [];
  const messages = new CommitMessages((id, message) => {
    if (message.toLowerCase().includes(part)) found.push(id);
    return oldestFirst || found.length <= offset + limit;
  });
  const command = listing(directory, line === '' ? query : { ...query, text: line }, [messageFormat]);
  const end = await outputOf(processes, command, signal, (piece) => messages.read(piece));
  if (!end.whole) throw failureOf(end, late);
  if (oldestFirst) found.reverse();
  return found.slice(offset, offset + limit + 1);
};

const late = 'the history took too long';

const listing = (directory: string, query: ListedQuery, flags: string[]): GitCommand => ({
  command: 'rev-list',
  directory,
  flags: [...flags, ...filtersOf(query), query.from, ...excluded(query)],
  ...(query.bytes === undefined ? {} : { path: query.bytes }),
});

const excluded = ({ without = [], descendingFrom }: ListedQuery): string[] => [
  ...without.map((id) => `^${id}`),
  ...(descendingFrom === undefined ? [] : ['--ancestry-path', `^${descendingFrom}`]),
];

const filtersOf = ({ author, text, before, after }: ListedQuery): string[] => {
  const asked = Object.entries({ author, grep: text }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
  const { option, patterns } = literalPatterns(asked.map(({ value }) => value));
  return [
    ...[option, '--regexp-ignore-case', ...asked.map(({ name }, at) => `--${name}=${patterns[at]}`)],
    // Clocks differ: an older commit may have younger parents, so git must not stop at the first that is too old.
    ...(after === undefined ? [] : [`--since-as-filter=@${after + 1} +0000`]),
    ...(before === undefined ? [] : [`--min-age=${before - 1}`]),
  ];
};
