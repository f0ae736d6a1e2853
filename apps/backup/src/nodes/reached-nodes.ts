import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ByteTls } from '@holdfast/platform/byte-ports';
import type { Installation } from '../installation/installation.js';
import { LocalNode } from './local-node.js';
import type { NodeFiles } from './node-files.js';
import { RemoteNode } from './remote-node.js';

/** So long a restore waits for readers that are only starting (ms). */
const patience = 600_000;
const pause = 1_000;

/** What a file with a token holds now. */
export const tokenIn = (file: string) => (): string => readFileSync(file, 'utf8').trim();

/** The storage nodes of an installation that are here, or are read from here. */
export class ReachedNodes {
  private constructor(private readonly nodes: ReadonlyMap<string, NodeFiles>) {}

  /** @throws Error where what is needed to ask readers is missing */
  static open(
    { nodes, readers }: Installation,
    tell: (line: string) => void = () => undefined,
  ): ReachedNodes {
    const tls = readers?.tls && new ByteTls(readers.tls, (error) => tell(String(error)));
    return new ReachedNodes(
      new Map(
        Object.entries(nodes).map(([name, place]): [string, NodeFiles] => {
          if (!/^https?:/.test(place)) return [name, new LocalNode(place)];
          if (!readers) throw new Error(`the installation does not say how ${place} is asked`);
          return [name, new RemoteNode(place, { token: tokenIn(readers.token), tls })];
        }),
      ),
    );
  }

  get(name: string): NodeFiles | undefined {
    return this.nodes.get(name);
  }

  entries(): Iterable<[string, NodeFiles]> {
    return this.nodes;
  }

  /** @throws Error where it is not here */
  of(name: string): NodeFiles {
    const node = this.nodes.get(name);
    if (!node)
      throw new Error(`the backup has repositories of the storage node ${name}: name it in HOLDFAST_NODES`);
    return node;
  }

  /** Waits until all, or these, take what is restored. @throws Error where one does not for minutes */
  async untilWritable(tell: (line: string) => void, needed?: ReadonlySet<string>): Promise<void> {
    for (const [name, node] of this.nodes) {
      if (needed && !needed.has(name)) continue;
      const until = Date.now() + patience;
      for (let told = false; ; told = true) {
        const why = await node.isWritable().then(
          (writable) => (writable ? undefined : 'nothing may be written there'),
          (error: Error) => error.message,
        );
        if (why === undefined) break;
        if (Date.now() > until) throw new Error(`the storage node ${name} takes nothing: ${why}`);
        if (!told) tell(`waits for the storage node ${name}: ${why}`);
        await sleep(pause);
      }
    }
  }

  close(): void {
    for (const node of this.nodes.values()) node.close();
  }
}
