import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/**
 * A program for tests: adds commits to a branch of a repository, as a push does. Each line that it reads is a list in
 * JSON: the repository, the branch, how many, and what the names of the files begin with; it prints a line with their
 * ids, as JSON too.
 */
const growing = String.raw`
import json, os, sys, time
os.environ.update(HGPLAIN='1', HGRCPATH='', HGENCODING='UTF-8')
try:
    from mercurial import initialization
    initialization.init()
except ImportError:
    pass
from mercurial import context, hg, phases, ui as uimod

def grow(path, branch, count, prefix):
    repo = hg.repository(uimod.ui.load(), os.fsencode(path))
    branch = os.fsencode(branch)
    made = []
    with repo.lock(), repo.transaction(b'test') as transaction:
        try:
            parent = repo.branchtip(branch)
        except Exception:
            parent = repo.nullid
        start = int(time.time()) - count
        for at in range(count):
            name = b'%s-%d.txt' % (os.fsencode(prefix), at)
            text = b'%s %d\n' % (branch, at)
            file = lambda repo, ctx, path: context.memfilectx(repo, ctx, path, text)
            commit = context.memctx(
                repo, (parent, repo.nullid), b'Change a file', [name], file,
                user=b'A U Thor <author@example.org>', date=(start + at, 0), extra={b'branch': branch},
            )
            parent = repo.commitctx(commit)
            phases.advanceboundary(repo, transaction, phases.public, [parent])
            made.append(repo[parent].hex().decode())
    return made

for line in sys.stdin:
    print(json.dumps(grow(*json.loads(line))), flush=True)
`;

/**
 * One process that makes the histories of a world: each start of Python with Mercurial costs more than what it makes.
 */
export class Grower {
  private child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  private closed: Promise<unknown> = Promise.resolve();
  private readonly waiting: ((line: string) => void)[] = [];

  /** `mark`: in its command line. By that the engine knows whose locks are held: it breaks those of strangers. */
  constructor(
    private readonly program: () => Promise<string>,
    private readonly env: Record<string, string>,
    private readonly mark: string,
  ) {}

  /** Adds commits to a branch of a repository; answers their ids. */
  async grow(
    ...asked: [directory: string, branch: string, count: number, prefix: string]
  ): Promise<string[]> {
    const program = await this.program();
    this.child ??= this.begin(program);
    const answered = new Promise<string>((resolve) => this.waiting.push(resolve));
    this.child.stdin.write(`${JSON.stringify(asked)}\n`);
    const line = await Promise.race([answered, this.closed]);
    if (typeof line !== 'string') throw new Error(`no history was made: ${JSON.stringify(asked)}`);
    return JSON.parse(line) as string[];
  }

  async stop(): Promise<void> {
    this.child?.stdin.end();
    await this.closed;
  }

  private begin(program: string): ChildProcessByStdio<Writable, Readable, null> {
    const child = spawn(program, ['-c', growing, this.mark], {
      env: this.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.closed = new Promise((closed) => child.once('close', () => closed(undefined)));
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => this.waiting.shift()?.(line));
    return child;
  }
}
