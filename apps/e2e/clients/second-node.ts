import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scratch } from '../scratch.js';
import { operate } from './operator.js';
import { commandOf, environmentOf } from './part.js';

/** A storage node as the operator sees it. */
interface NodeLine {
  name: string;
  state: string;
  repositories: number;
  kinds: string[];
}

export const nodesNow = async (): Promise<NodeLine[]> =>
  JSON.parse(await operate('node', 'list', '--json')) as NodeLine[];

/** Another storage node of the installation, started as the first one was, with a directory of its own. */
export class SecondNode {
  private child: ChildProcess | undefined;

  private constructor(
    readonly name: string,
    private readonly data: string,
  ) {}

  static async start(name = 'node-2'): Promise<SecondNode> {
    const node = new SecondNode(name, join(await scratch(), name));
    await node.begin();
    return node;
  }

  /** Starts it, also again. Resolves when the others hear of it. */
  async begin(): Promise<void> {
    const [program, ...args] = commandOf('repository');
    const env = { ...environmentOf('repository'), HOLDFAST_NODE: this.name, HOLDFAST_DATA: this.data };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    await new Promise<void>((done, failed) => {
      child.stdout.on('data', (text: Buffer) => text.includes('"serving"') && done());
      child.once('exit', () => failed(new Error(`${this.name} has ended`)));
    });
    // Each node looks at the others every two seconds.
    await sleep(5_000);
  }

  /** Whether the data of a repository lie here. */
  has(uuid: string, kind = 'git'): boolean {
    return existsSync(join(this.data, uuid.slice(-2), uuid.slice(-4, -2), `${uuid}.${kind}`));
  }

  /** Ends it as a crash would, and starts it again. */
  async again(): Promise<void> {
    await this.kill();
    await this.begin();
  }

  /** Ends it as a crash would. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Ends it in order. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  }
}
