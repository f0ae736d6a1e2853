import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Bytes of a path, a character for each. */
export type Bytes = string;

export const shownAs = (bytes: Bytes): string => Buffer.from(bytes, 'latin1').toString('utf8');

interface Entry {
  mode: string;
  id: string;
  path: string;
  size: number | null;
}

interface Change {
  status: string;
  path: string;
  old_path: string | null;
  mode: string | null;
  old_mode: string | null;
}

const statuses: Record<string, string> = {
  ...{ A: 'added', C: 'copied', D: 'deleted', M: 'modified', R: 'renamed', T: 'type_changed' },
};
const none = '000000';
const environment = {
  PATH: process.env.PATH,
  LC_ALL: 'C.UTF-8',
  HOME: '/',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
  TZ: 'UTC',
};
/** Puts a path behind the arguments that no argument of ours could be: Node writes UTF-8 only. */
const withPath = 'path=$(printf "%b." "$WANTED"); exec git "$@" -- "${path%.}"';

/** What stock git says of a repository, in the words of the API. */
export class GitTruth {
  constructor(private readonly directory: string) {}

  /** Every commit that a branch or tag reaches. */
  async commits(): Promise<string[]> {
    return splitLines(await this.git(['rev-list', '--branches', '--tags']));
  }

  async commit(id: string): Promise<object> {
    const fields = ['H', 'P', 'an', 'ae', 'at', 'cn', 'ce', 'ct', 'B'].map((each) => `%${each}`).join('%x00');
    const said = await this.git(['log', '-1', '-z', '--encoding=UTF-8', `--format=${fields}`, id]);
    const [hash, parents, author, email, made, committer, committer_email, committed, ...message] =
      said.split('\0');
    return {
      ...{
        id: hash,
        parents: parents
          .split(' ')
          .filter(Boolean)
          .map((parent) => ({ id: parent })),
      },
      ...{ author: shownAs(author), email: shownAs(email), timestamp: Number(made) * 1000 },
      ...{ committer: shownAs(committer), committer_email: shownAs(committer_email) },
      ...{ committed_at: Number(committed) * 1000, description: shownAs(message[0]).replace(/\n$/, '') },
    };
  }

  /** What stands in a directory (''; the root), or below it. */
  async entries(commit: string, directory: Bytes, all = false): Promise<(Entry & { bytes: Bytes })[]> {
    const command = ['ls-tree', '-z', '-l', '--full-tree', ...(all ? ['-r'] : []), commit];
    const said = await this.git(command, directory === '' ? undefined : `${directory}/`);
    return records(said).map((record) => {
      const [, mode, id, size, bytes] = /^(\d+) \w+ (\w+) +(\S+)\t([^]*)$/.exec(record) ?? [];
      return { mode, id, bytes, path: shownAs(bytes), size: size === '-' ? null : Number(size) };
    });
  }

  content(id: string): Promise<Bytes> {
    return this.git(['cat-file', 'blob', id]);
  }

  /** The commits of a range, those that touched the path. */
  async history(
    range: readonly string[],
    window: { limit: number; offset: number },
    path?: Bytes,
  ): Promise<string[]> {
    const { limit, offset } = window;
    return splitLines(
      await this.git(['log', '--format=%H', `-${limit}`, `--skip=${offset}`, ...range], path),
    );
  }

  async mergeBase(base: string, head: string): Promise<string | null> {
    return splitLines(await this.git(['merge-base', base, head], undefined, [1]))[0] ?? null;
  }

  /** What changed between two trees; `base` null: all of it is new. */
  async changes(base: string | null, head: string): Promise<Change[]> {
    const words = records(await this.diff(base, head, '--raw', '--no-abbrev', '-z'));
    const found: Change[] = [];
    for (let at = 0; at < words.length;) {
      const [old_mode, mode, , , letter] = words[at].slice(1).split(' ');
      const moved = /^[RC]/.test(letter);
      const [one, other] = words.slice(at + 1, at + 3).map(shownAs);
      found.push({
        ...{ status: statuses[letter[0]], path: moved ? other : one, old_path: moved ? one : null },
        ...{ mode: mode === none ? null : mode, old_mode: old_mode === none ? null : old_mode },
      });
      at += moved ? 3 : 2;
    }
    return found;
  }

  /** Of each path, how many lines came and went; '-': it is binary. */
  async counts(
    base: string | null,
    head: string,
  ): Promise<Map<string, [additions: string, deletions: string]>> {
    const words = records(await this.diff(base, head, '--numstat', '-z'));
    const found = new Map<string, [string, string]>();
    for (let at = 0; at < words.length; at += 1) {
      const [, additions, deletions, path] = /^(\S+)\t(\S+)\t([^]*)$/.exec(words[at]) ?? [];
      if (path === '') at += 2;
      found.set(shownAs(path === '' ? words[at] : path), [additions, deletions]);
    }
    return found;
  }

  /** The patches, from the first hunk on, in the order of `changes`; what became something else has two. */
  async patches(base: string | null, head: string): Promise<string[]> {
    const [, ...patches] = `\n${await this.diff(base, head, '-p')}`.split('\ndiff --git ');
    return patches.map((patch, at) => {
      const first = patch.indexOf('\n@@ ');
      const end = at === patches.length - 1 ? '' : '\n';
      return first < 0 ? '' : shownAs(patch.slice(first + 1) + end);
    });
  }

  /** Of each line from `first` to `last` the commit, and where it stood there. */
  async blame(commit: string, path: Bytes, first: number, last: number): Promise<string[]> {
    const said = await this.git(['blame', '--line-porcelain', `-L${first},${last}`, commit], path);
    const found: string[] = [];
    let current = '';
    for (const line of said.split('\n')) {
      const [, id, original] = /^([0-9a-f]{40}) (\d+) \d+/.exec(line) ?? [];
      if (id !== undefined) current = `${id} ${original}`;
      else if (line.startsWith('filename ')) found.push(`${current} ${shownAs(unquoted(line.slice(9)))}`);
    }
    return found;
  }

  archive(commit: string, format: string, path?: Bytes): Promise<Bytes> {
    return this.git(['archive', `--format=${format}`, commit], path);
  }

  private diff(base: string | null, head: string, ...flags: string[]): Promise<Bytes> {
    const settings = ['-r', '-M', '-l1000', '--no-ext-diff', '--no-textconv', '--no-color'];
    return this.git(['diff-tree', ...settings, ...flags, base ?? emptyTree, head]);
  }

  protected async git(
    words: readonly string[],
    path?: Bytes,
    statusesToo: readonly number[] = [],
  ): Promise<Bytes> {
    const own = ['-c', `safe.directory=${this.directory}`, '-c', 'core.quotePath=false', ...words];
    const options = { cwd: this.directory, encoding: 'latin1' as const, maxBuffer: 1 << 30 };
    const escaped = [...(path ?? '')].map((each) => `\\0${each.charCodeAt(0).toString(8).padStart(3, '0')}`);
    const asked =
      path === undefined
        ? execute('git', own, { ...options, env: environment })
        : execute('sh', ['-c', withPath, 'git', ...own], {
            ...options,
            env: { ...environment, WANTED: escaped.join('') },
          });
    return asked.then(
      ({ stdout }) => stdout,
      (error: { code?: number; stdout?: string }) => {
        if (statusesToo.includes(error.code ?? -1)) return error.stdout ?? '';
        throw error;
      },
    );
  }
}

/** git knows it without having it. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export const splitLines = (said: string): string[] => said.split('\n').filter(Boolean);
const records = (said: string): string[] => said.split('\0').filter((each) => each !== '');

/** A name that git has put into quotes. */
const unquoted = (name: string): Bytes => {
  if (!name.startsWith('"')) return name;
  const simple: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };
  return name
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, escaped: string) =>
      escaped.length === 3 ? String.fromCharCode(parseInt(escaped, 8)) : (simple[escaped] ?? escaped),
    );
};
