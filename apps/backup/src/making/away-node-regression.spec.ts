import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gitAlone } from '../git-alone.fixture.js';
import type { LiveCatalogue } from '../database/live-catalogue.js';
import { directoryOf } from '../installation/installation.js';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import { LocalNode } from '../nodes/local-node.js';
import { NodeAway, type NodeFiles } from '../nodes/node-files.js';
import type { ReachedNodes } from '../nodes/reached-nodes.js';
import type { Vault } from '../vault/vault.js';
import { copyRepositories } from './repository-copies.js';

// Of a machine that was lost each question took minutes, for each of its repositories: no backup of any node ended.
describe('a backup of repositories whose storage node is away', () => {
  let scratch: string;
  let vault: Vault;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'away-'));
    vault = await vaultInMemory(scratch);
    for (const row of rows) {
      await mkdir(directoryOf(scratch, row), { recursive: true });
      await writeFile(join(directoryOf(scratch, row), 'HEAD'), row.id);
    }
  });
  afterEach(() => rm(scratch, { recursive: true }));

  const rows = ['one', 'two', 'three', 'four'].map((id, at) => ({
    ...{ uuid: `00000000-0000-0000-0000-00000000000${at}`, id, type: 'git', node: 'node-1' },
  }));

  /** The node, but for what it does otherwise. */
  const nodeThat = (other: (node: LocalNode) => Partial<NodeFiles>): NodeFiles => {
    const node = new LocalNode(scratch);
    return Object.assign(Object.create(node) as LocalNode, other(node));
  };
  const copied = (node: NodeFiles, nodePatience: number) =>
    copyRepositories({
      nodes: { get: () => node } as unknown as ReachedNodes,
      rows: each(rows),
      catalogue: { nodeOf: () => Promise.resolve('node-1') } as unknown as LiveCatalogue,
      ...{ vault, kinds: gitAlone, earlier: each([]), nodePatience },
    });
  const away = () => Promise.reject(new NodeAway('node-1', new Error('lost')));

  it('does not ask it again for each of them', async () => {
    let questions = 0;
    const has = () => {
      questions += 1;
      return away();
    };
    const { problems } = await copied(
      nodeThat(() => ({ has })),
      -1,
    );
    expect(problems).toEqual(
      rows.map(({ uuid, id }) => `repository ${uuid} (${id}): its storage node node-1 does not answer`),
    );
    expect(questions).toBe(1);
  });

  it('waits for it anew each time it has answered', async () => {
    let lists = 0;
    const node = nodeThat((real) => ({
      list: async (at, how) => {
        lists += 1;
        if (lists > 2) return real.list(at, how);
        await sleep(400);
        return away();
      },
    }));
    expect(await copied(node, 300)).toMatchObject({ repositories: 4, problems: [] });
  });

  it('goes on without the one at which it breaks off each time', async () => {
    const [{ uuid, id }] = rows;
    const node = nodeThat((real) => ({
      list: (at, how) => (at.includes(uuid) ? away() : real.list(at, how)),
    }));
    const problem = `repository ${uuid} (${id}): its storage node node-1 breaks off again and again`;
    expect(await copied(node, 60_000)).toMatchObject({ files: 3, problems: [problem] });
  });
});

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  for (const one of all) yield await Promise.resolve(one);
}
