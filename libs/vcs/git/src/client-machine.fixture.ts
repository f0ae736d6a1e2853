import { execFile } from 'node:child_process';
import { join } from 'node:path';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** The machine of somebody with git and a directory for everything. */
export class ClientMachine {
  /** How many things have a name of their own already. */
  protected made = 0;

  constructor(readonly root: string) {}

  git(
    args: string[],
    { cwd = this.root, input }: { cwd?: string; input?: string | Buffer } = {},
  ): Promise<Ran> {
    return new Promise((resolve) => {
      const env = {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: this.root,
        LANG: 'C.UTF-8',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
        GIT_AUTHOR_NAME: 'A U Thor',
        GIT_AUTHOR_EMAIL: 'author@example.org',
        GIT_COMMITTER_NAME: 'C O Mitter',
        GIT_COMMITTER_EMAIL: 'committer@example.org',
      };
      const child = execFile(
        'git',
        args,
        { cwd, env, maxBuffer: 64 << 20, timeout: 120_000 },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      );
      child.stdin?.on('error', () => undefined).end(input ?? '');
    });
  }

  async must(args: string[], options: { cwd?: string; input?: string | Buffer } = {}): Promise<string> {
    const { code, stdout, stderr } = await this.git(args, options);
    if (code !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
    return stdout.trim();
  }

  /** A working repository with a history of `count` commits; the path and the ids, oldest first. */
  async work(count: number, branch = 'main'): Promise<{ path: string; ids: string[] }> {
    const path = join(this.root, `work${(this.made += 1)}`);
    await this.must(['init', '-q', '-b', branch, path]);
    return { path, ids: await this.grow(path, branch, count) };
  }

  /** Adds commits to a branch of a repository on the disk, past everything else. */
  async grow(path: string, branch: string, count: number): Promise<string[]> {
    const ref = `refs/heads/${branch}`;
    const parent = (await this.git(['rev-parse', '--verify', '-q', ref], { cwd: path })).stdout.trim();
    const now = Math.floor(Date.now() / 1000) - count;
    const stream = Array.from({ length: count }, (_, at) => {
      const from = at === 0 && parent ? `from ${parent}\n` : '';
      const file = `M 100644 inline file-${this.made}-${at}.txt\ndata 8\n${String(Math.random()).slice(2, 10).padEnd(8)}\n`;
      return `commit ${ref}\ncommitter C <c@example.org> ${now + at} +0000\ndata 6\nchange\n${from}${file}\n`;
    });
    await this.must(['fast-import', '--quiet'], { cwd: path, input: stream.join('') });
    const listed = await this.must(['rev-list', '--reverse', `--max-count=${count}`, ref], { cwd: path });
    return listed.split('\n');
  }
}
