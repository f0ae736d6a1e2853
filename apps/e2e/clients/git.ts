import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run, type Ended } from './program.js';

const environment = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Mia Miller',
  GIT_AUTHOR_EMAIL: 'mia@example.org',
  GIT_COMMITTER_NAME: 'Mia Miller',
  GIT_COMMITTER_EMAIL: 'mia@example.org',
};

/** Runs git in the directory. */
export const git = (cwd: string, ...args: string[]): Promise<Ended> =>
  run('git', ['-c', 'init.defaultBranch=main', ...args], { cwd, env: environment });

/** The trimmed output of a git command that must succeed. */
export const mustGit = async (cwd: string, ...args: string[]): Promise<string> => {
  const { status, output, stdout } = await git(cwd, ...args);
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
  return stdout.trim();
};

/** A working copy of a person. */
export class WorkingCopy {
  private constructor(readonly directory: string) {}

  static async make(directory: string): Promise<WorkingCopy> {
    await mkdir(directory, { recursive: true });
    await mustGit(directory, 'init', '-q');
    return new WorkingCopy(directory);
  }

  static async clone(url: string, directory: string, ...args: string[]): Promise<WorkingCopy> {
    await mkdir(directory, { recursive: true });
    await mustGit(directory, 'clone', '-q', ...args, url, '.');
    return new WorkingCopy(directory);
  }

  git(...args: string[]): Promise<Ended> {
    return git(this.directory, ...args);
  }

  must(...args: string[]): Promise<string> {
    return mustGit(this.directory, ...args);
  }

  /** Puts a file beside what is committed; answers its path. */
  async file(content: Buffer): Promise<string> {
    const path = join(this.directory, '.git', 'beside');
    await writeFile(path, content);
    return path;
  }

  /** Commits one file and answers the commit's hash. */
  async commit(file: string, content: string): Promise<string> {
    const path = join(this.directory, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    await this.must('add', '--', file);
    await this.must('commit', '-q', '-m', `Change ${file}`);
    return this.must('rev-parse', 'HEAD');
  }

  push(url: string, ...args: string[]): Promise<Ended> {
    return this.git(
      'push',
      ...args.filter((each) => each.startsWith('-')),
      url,
      ...args.filter((each) => !each.startsWith('-')),
    );
  }
}

/** Refs of a remote by name, without HEAD and peeled tags. */
export const remoteRefs = async (cwd: string, url: string): Promise<Record<string, string>> => {
  const lines = (await mustGit(cwd, 'ls-remote', '--refs', url)).split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split('\t').reverse() as [string, string]));
};

interface History {
  branches: readonly string[];
  tags?: readonly string[];
  /** Of each branch. */
  commits?: number;
}

/**
 * Makes a bare repository in the directory: `main` and the branches, which leave it at its tip, each with commits of
 * its own at one-minute steps; tags alternate between annotated and not.
 */
export const generateRepository = async (
  directory: string,
  { branches, tags = [], commits = 3 }: History,
): Promise<void> => {
  let clock = 1_700_000_000;
  const lines: string[] = [];
  const commit = (branch: string, index: number, from?: string): void => {
    const person = `Mia Miller <mia@example.org> ${(clock += 60)} +0000`;
    const message = `Commit ${index} on ${branch}`;
    const content = `${branch} ${index}\n`.repeat(50);
    lines.push(
      `commit refs/heads/${branch}`,
      `author ${person}`,
      `committer ${person}`,
      `data ${message.length}`,
      message,
    );
    if (from) lines.push(`from ${from}`);
    lines.push(
      `M 100644 inline ${branch.replaceAll('/', '-')}/${index}.txt`,
      `data ${content.length}`,
      content,
    );
  };
  for (let index = 0; index < commits; index += 1) commit('main', index);
  for (const branch of branches)
    for (let index = 0; index < commits; index += 1)
      commit(branch, index, index === 0 ? 'refs/heads/main' : undefined);
  tags.forEach((tag, index) => {
    if (index % 2) lines.push(`reset refs/tags/${tag}`, 'from refs/heads/main', '');
    else
      lines.push(
        `tag ${tag}`,
        'from refs/heads/main',
        `tagger Mia Miller <mia@example.org> ${clock} +0000`,
        'data 4',
        'note',
      );
  });
  await importHistory(directory, `${lines.join('\n')}\n`);
};

/** Makes a bare repository of what `git fast-import` reads; its HEAD is `main`. */
export const importHistory = async (directory: string, stream: string | Buffer): Promise<void> => {
  await mkdir(directory, { recursive: true });
  await mustGit(directory, 'init', '-q', '--bare');
  const options = { cwd: directory, env: environment, input: stream };
  const { status, output } = await run('git', ['fast-import', '--quiet'], options);
  if (status !== 0) throw new Error(`git fast-import: ${output}`);
  await mustGit(directory, 'symbolic-ref', 'HEAD', 'refs/heads/main');
};
