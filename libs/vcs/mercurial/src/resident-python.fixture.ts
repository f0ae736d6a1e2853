import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Ended } from './stock-client.fixture.js';
import { ready } from './stock-modules.fixture.js';

/**
 * Runs programs one after the other. Each line that it reads is a list in JSON: the text of one, where it runs, and
 * its arguments; it prints a line with how it ended and what it printed, as JSON too.
 */
const running = String.raw`
import contextlib, io, json, os, sys, traceback
${ready}
# Whatever a program writes beside what it prints is no answer.
answers = os.fdopen(os.dup(1), 'w')
os.dup2(2, 1)

for line in sys.stdin:
    text, place, words = json.loads(line)
    os.chdir(place)
    sys.argv = ['-c', *words]
    code, said = 0, io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            exec(compile(text, 'a test', 'exec'), {'__name__': '__main__'})
        except BaseException:
            code = 1
            traceback.print_exc(file=said)
    print(json.dumps([code, said.getvalue().strip()]), file=answers, flush=True)
`;

/** One process that runs short programs of tests: a start of Python with Mercurial costs more than what they do. */
export class ResidentPython {
  private child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  private closed: Promise<unknown> = Promise.resolve();
  private readonly waiting: ((line: string) => void)[] = [];

  /** `mark`: in its command line. By that the engine knows whose locks are held: it breaks those of strangers. */
  constructor(
    private readonly program: () => Promise<string>,
    private readonly env: Record<string, string>,
    private readonly mark: string,
  ) {}

  async run(text: string, cwd: string, args: readonly string[]): Promise<Ended> {
    const program = await this.program();
    this.child ??= this.begin(program);
    const answered = new Promise<string>((resolve) => this.waiting.push(resolve));
    this.child.stdin.write(`${JSON.stringify([text, cwd, args])}\n`);
    const line = await Promise.race([answered, this.closed]);
    if (typeof line !== 'string') throw new Error(`a program has ended the process: ${JSON.stringify(args)}`);
    const [code, output] = JSON.parse(line) as [number, string];
    return { code, output };
  }

  async stop(): Promise<void> {
    this.child?.stdin.end();
    await this.closed;
  }

  private begin(program: string): ChildProcessByStdio<Writable, Readable, null> {
    const child = spawn(program, ['-c', running, this.mark], {
      env: this.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.closed = new Promise((closed) => child.once('close', () => closed(undefined)));
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => this.waiting.shift()?.(line));
    return child;
  }
}
