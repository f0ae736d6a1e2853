import { HgServer } from './hg-server.js';

/** What the stock client says of a changeset. */
export interface HgChangeset {
  node: string;
  parents: string[];
  user: string;
  person: string;
  email: string;
  /** Seconds since 1970, and the offset. */
  date: string;
  branch: string;
  message: string;
  /** Its list of files, by an id that is made of all that stands in it. */
  files: string;
  /** All fields, bytes as characters. */
  all: string[];
}

/** All that the stock client says of a repository of this machine. */
export interface HgHistory {
  /** In the order of the repository. */
  changesets: HgChangeset[];
  /** Branches that are open, tags and bookmarks, each with its changeset. */
  branches: Record<string, string>;
  tags: Record<string, string>;
  bookmarks: Record<string, string>;
}

const fields = [
  ...['{node}', '{p1node}', '{p2node}', '{author}', '{date|hgdate}', '{branch}', '{desc}', '{author|person}'],
  ...['{ifcontains("@", author, author|email)}', '{extras % "{key}={value|stringescape};"}'],
  ...['{files % "{file};"}', '{file_copies % "{name}<{source};"}', '{ifeq(closesbranch, "", "", "closed")}'],
  '{manifest % "{node}"}',
];
const [between, behind] = ['\0', '\0\0\n'];
const template = `${fields.join('\\0')}\\0\\0\\n`;
const nothing = '0'.repeat(40);

/** Reads every revision. Ids are those of what they name where `hg verify --full` finds no fault. */
export const readHgHistory = async (directory: string): Promise<HgHistory> => {
  const server = await HgServer.open(directory);
  const ask = async (...words: string[]): Promise<string> => (await server.must(...words)).toString('latin1');
  const named = async (...words: string[]): Promise<Record<string, string>> => {
    const lines = (await ask(...words)).split(behind).filter(Boolean);
    return Object.fromEntries(lines.map((line) => line.split(between).map(shown) as [string, string]));
  };
  try {
    const records = (await ask('log', '-r', 'all()', '-T', template)).split(behind).filter(Boolean);
    const changesets = records.map((record): HgChangeset => {
      const all = record.split(between);
      const [node, one, other, user, date, branch, message, person, email] = all.map(shown);
      const parents = [one, other].filter((parent) => parent !== nothing);
      return {
        ...{ node, parents, user, person, email, date, branch, message },
        files: all.at(-1) ?? '',
        all,
      };
    });
    const { tip, ...tags } = await named('tags', '-T', '{tag}\\0{node}\\0\\0\\n');
    if (changesets.length > 0 && tip !== changesets.at(-1)?.node)
      throw new Error('the tip is not the newest');
    const branches = await named('branches', '-T', '{branch}\\0{node}\\0\\0\\n');
    const bookmarks = await named('bookmarks', '-T', '{bookmark}\\0{node}\\0\\0\\n');
    return { changesets, branches, tags, bookmarks };
  } finally {
    await server.stop();
  }
};

/** What differs between the changesets of two repositories, whatever their order; the first of it. */
export const hgDifferences = (source: HgHistory, copy: HgHistory, most = 10): string[] => {
  const told = ({ all }: HgChangeset): string => JSON.stringify(all);
  const there = new Map(copy.changesets.map((each) => [each.node, told(each)]));
  const differing = source.changesets
    .filter((each) => there.get(each.node) !== told(each))
    .map((each) => `${told(each)} is ${there.get(each.node) ?? 'missing'}`);
  const known = new Set(source.changesets.map(({ node }) => node));
  const more = copy.changesets.filter(({ node }) => !known.has(node)).map((each) => `more: ${told(each)}`);
  return [...differing, ...more].slice(0, most);
};

const shown = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
