import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

/** How a command ended, and what it printed: first to stdout, then to stderr. */
export interface Ended {
  code: number;
  output: string;
}

/**
 * The stock client, which takes one command after the other: a start of it costs more than most commands. Commands at
 * once have a process each.
 */
export class StockClient {
  private readonly idle: CommandServer[] = [];
  private readonly all: CommandServer[] = [];

  /** `program`: the words with which it is started. */
  constructor(
    private readonly program: () => Promise<readonly string[]>,
    private readonly env: Record<string, string>,
  ) {}

  async run(cwd: string, args: readonly string[]): Promise<Ended> {
    const server = this.idle.pop() ?? (await this.another());
    const ended = await server.run(cwd, args);
    this.idle.push(server);
    return ended;
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((each) => each.stop()));
  }

  private async another(): Promise<CommandServer> {
    const server = new CommandServer(await this.program(), this.env);
    this.all.push(server);
    return server;
  }
}

/** https://wiki.mercurial-scm.org/CommandServer */
class CommandServer {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly closed: Promise<unknown>;
  private got = Buffer.alloc(0);
  private isGreeted = false;
  private said = { o: [] as Buffer[], e: [] as Buffer[] };
  private done: (code: number) => void = () => undefined;
  private failed: (error: Error) => void = () => undefined;

  constructor([program, ...words]: readonly string[], env: Record<string, string>) {
    this.child = spawn(program, [...words, 'serve', '--cmdserver', 'pipe'], { cwd: '/', env });
    this.closed = new Promise((closed) => this.child.once('close', closed));
    let complaint = '';
    this.child.stderr.on('data', (data: Buffer) => (complaint += data.toString()));
    this.child.stdout.on('data', (data: Buffer) => this.take(data));
    this.child.once('error', (error) => this.failed(error));
    void this.closed.then(() => this.failed(new Error(`hg has ended: ${complaint}`)));
  }

  async run(cwd: string, args: readonly string[]): Promise<Ended> {
    this.said = { o: [], e: [] };
    const code = new Promise<number>((done, failed) => {
      this.done = done;
      this.failed = failed;
    });
    const words = Buffer.from(['--cwd', cwd, ...args].join('\0'));
    this.child.stdin.write(Buffer.concat([Buffer.from('runcommand\n'), number(words.length), words]));
    const ended = await code;
    return {
      code: ended,
      output: Buffer.concat([...this.said.o, ...this.said.e])
        .toString()
        .trim(),
    };
  }

  async stop(): Promise<void> {
    this.child.stdin.end();
    await this.closed;
  }

  private take(data: Buffer): void {
    this.got = Buffer.concat([this.got, data]);
    while (this.got.length >= 5) {
      const channel = String.fromCharCode(this.got[0]);
      const length = this.got.readUInt32BE(1);
      // It asks for input, and hears that there is none.
      const isAsking = channel === 'I' || channel === 'L';
      if (!isAsking && this.got.length < 5 + length) return;
      const content = this.got.subarray(5, isAsking ? 5 : 5 + length);
      this.got = this.got.subarray(5 + content.length);
      if (isAsking) this.child.stdin.write(number(0));
      else if (!this.isGreeted) this.isGreeted = true;
      else if (channel === 'o' || channel === 'e') this.said[channel].push(content);
      else if (channel === 'r') this.done(content.readInt32BE() & 255);
    }
  }
}

const number = (value: number): Buffer => {
  const written = Buffer.alloc(4);
  written.writeUInt32BE(value);
  return written;
};
