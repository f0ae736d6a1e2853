import { VcsRefusal, type LogQuery } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';

/** A query, with its path as it stands in the repository: a character for each byte. */
export type ListedQuery = Omit<LogQuery, 'path'> & { bytes?: string };

/** The ids of the commits that a query asks for, with one more where there are more. */
export const listedIds = async (
  processes: GitProcesses,
  directory: string,
  query: ListedQuery,
  signal: AbortSignal,
): Promise<string[]> => {
  const list = async (flags: string[]): Promise<string[]> => {
    const { code, stdout, stderr } = await processes.run(
      {
        command: 'rev-list',
        directory,
        flags: [...flags, ...filtersOf(query), query.from, ...excluded(query)],
        ...(query.bytes === undefined ? {} : { path: query.bytes }),
      },
      { signal, yielding: true },
    );
    if (code !== 0)
      throw new VcsRefusal('unavailable', stderr.split('\n', 1)[0] || 'the history took too long');
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

const excluded = ({ without = [], descendingFrom }: ListedQuery): string[] => [
  ...without.map((id) => `^${id}`),
  ...(descendingFrom === undefined ? [] : ['--ancestry-path', `^${descendingFrom}`]),
];

const filtersOf = ({ author, text, before, after }: ListedQuery): string[] => [
  '--fixed-strings',
  '--regexp-ignore-case',
  ...(author === undefined ? [] : [`--author=${author}`]),
  ...(text === undefined ? [] : [`--grep=${text}`]),
  // Clocks differ: an older commit may have younger parents, so git must not stop at the first that is too old.
  ...(after === undefined ? [] : [`--since-as-filter=@${after + 1} +0000`]),
  ...(before === undefined ? [] : [`--min-age=${before - 1}`]),
];
