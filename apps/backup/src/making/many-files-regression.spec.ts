import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitAlone } from '../git-alone.fixture.js';
import type { LiveCatalogue } from '../database/live-catalogue.js';
import { directoryOf, type Installation } from '../installation/installation.js';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import { ReachedNodes } from '../nodes/reached-nodes.js';
import type { Vault } from '../vault/vault.js';
import type { RepositoryCopy } from './manifest.js';
import { copyRepositories, type RepositorySources } from './repository-copies.js';

// One repository of some million files ended every backup, of all companies: the program had no memory for their names.
describe('a repository of too many files', () => {
  let scratch: string;
  let vault: Vault;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'many-'));
    vault = await vaultInMemory(scratch);
    for (const row of rows) await mkdir(directoryOf(scratch, row), { recursive: true });
    for (const file of ['a', 'b', 'c']) await writeFile(join(directoryOf(scratch, crowded), file), file);
    await writeFile(join(directoryOf(scratch, other), 'a'), 'a');
  });
  afterEach(() => rm(scratch, { recursive: true }));

  const [crowded, other] = ['crowded', 'other'].map((id, at) => ({
    ...{ uuid: `00000000-0000-0000-0000-00000000000${at}`, id, type: 'git', node: 'node-1' },
  }));
  const rows = [crowded, other];

  const copied = async (most: number, earlier: RepositoryCopy[] = []) => {
    const sources: RepositorySources = {
      nodes: ReachedNodes.open({ nodes: { 'node-1': scratch } } as unknown as Installation),
      rows: each(rows),
      catalogue: { nodeOf: () => Promise.resolve('node-1') } as unknown as LiveCatalogue,
      ...{ vault, kinds: gitAlone, earlier: each(earlier), most },
    };
    const { list, problems } = await copyRepositories(sources);
    const copies: RepositoryCopy[] = [];
    for await (const line of vault.lines(list)) copies.push(JSON.parse(line) as RepositoryCopy);
    return { copies, problems };
  };

  it('is a problem of its own, and is as it was in the backup before', async () => {
    const before = await copied(3);
    expect(before).toMatchObject({ problems: [], copies: [{ files: 3 }, { files: 1 }] });
    const { copies, problems } = await copied(2, before.copies);
    const problem = 'it has more than 2 files and directories';
    expect(problems).toEqual([`repository ${crowded.uuid} (crowded): ${problem}`]);
    expect(copies).toEqual([{ ...before.copies[0], problem }, before.copies[1]]);
  });
});

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  for (const one of all) yield await Promise.resolve(one);
}
