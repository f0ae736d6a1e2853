import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scratch } from '../scratch.js';
import { operate } from './operator.js';
import { endedPart, startedPart } from './started-part.js';

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
    private readonly settings: Record<string, string>,
  ) {}

  static async start(name = 'node-2', settings: Record<string, string> = {}): Promise<SecondNode> {
    const node = new SecondNode(name, join(await scratch(), name), settings);
    await node.begin();
    return node;
  }

  /** Starts it, also again, and then with other settings if there are some. Resolves when the others hear of it. */
  async begin(settings = this.settings): Promise<void> {
    this.child = await startedPart('repository', this.name, {
      ...settings,
      HOLDFAST_NODE: this.name,
      HOLDFAST_DATA: this.data,
    });
    // Each node looks at the others every two seconds.
    await sleep(5_000);
  }

  /** Resolves when it can hold all kinds that the first node holds: it says so when their programs have begun. */
  async complete(): Promise<void> {
    for (;;) {
      const nodes = await nodesNow();
      const kindsOf = (node: string) => nodes.find(({ name }) => name === node)?.kinds.length ?? 0;
      if (kindsOf(this.name) > 0 && kindsOf(this.name) === kindsOf('node-1')) return;
      await sleep(1_000);
    }
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
    if (this.child) await endedPart(this.child, signal);
  }
}
