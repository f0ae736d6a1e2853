import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { hgCommand } from './hg.js';

/** A command that was asked for, and what it has printed so far. */
interface Asked {
  said: Buffer[];
  complaint: string;
  done: (code: number) => void;
}

/**
 * Thousands of questions to one process of the stock client, which answers one after the other:
 * https://wiki.mercurial-scm.org/CommandServer
 */
export class HgServer {
  private rest: Buffer = Buffer.alloc(0);
  private isGreeted = false;
  private readonly asked: Asked[] = [];
  private readonly closed: Promise<unknown>;

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    this.closed = once(child, 'close');
    child.stdout.on('data', (data: Buffer) => this.take(data));
    child.stderr.on('data', (data: Buffer) => this.complain(data));
    child.stdin.on('error', () => undefined); // its end is told below
    void this.closed.then(() => this.asked.splice(0).forEach(({ done }) => done(-1)));
  }

  static async open(directory: string): Promise<HgServer> {
    const { python, program, env } = await hgCommand();
    const words = [program, '-R', directory, 'serve', '--cmdserver', 'pipe'];
    return new HgServer(spawn(python, words, { cwd: directory, env, stdio: 'pipe' }));
  }

  /** What a command prints, which must succeed. */
  async must(...args: string[]): Promise<Buffer> {
    if (!this.child.stdin.writable) throw new Error('the client has ended');
    const asked: Asked = { said: [], complaint: '', done: () => undefined };
    const ended = new Promise<number>((done) => (asked.done = done));
    this.asked.push(asked);
    const words = Buffer.from(args.join('\0'));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(words.length);
    this.child.stdin.write(Buffer.concat([Buffer.from('runcommand\n'), length, words]));
    if ((await ended) !== 0) throw new Error(`hg ${args.join(' ')}: ${asked.complaint}`);
    return Buffer.concat(asked.said);
  }

  async stop(): Promise<void> {
    this.child.stdin.end();
    await this.closed;
  }

  /** Each message: a letter, its length, and it. */
  private take(data: Buffer): void {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, data]) : data;
    while (this.rest.length >= 5) {
      const end = 5 + this.rest.readUInt32BE(1);
      if (this.rest.length < end) return;
      const [channel, content] = [String.fromCharCode(this.rest[0]), this.rest.subarray(5, end)];
      this.rest = this.rest.subarray(end);
      if (!this.isGreeted) this.isGreeted = true;
      else if (channel === 'o') this.asked[0]?.said.push(content);
      else if (channel === 'e') this.complain(content);
      else if (channel === 'r') this.asked.shift()?.done(content.readInt32BE());
    }
  }

  private complain(data: Buffer): void {
    if (this.asked[0]) this.asked[0].complaint += data.toString();
  }
}
