import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitAlone } from '../git-alone.fixture.js';
import type { LiveCatalogue } from '../database/live-catalogue.js';
import { directoryOf, type Installation } from '../installation/installation.js';
import { MemoryTarget } from '../memory-target.fixture.js';
import { ReachedNodes } from '../nodes/reached-nodes.js';
import { newKey, VaultKey } from '../vault/vault-key.js';
import { Vault } from '../vault/vault.js';
import { copyRepositories } from './repository-copies.js';

// Who was in the repository service put a link in the place of a repository: what it led to, as the key of the backups,
// was listed, read, and came back to him by a restore.
describe('a backup of a repository in whose place a link lies', () => {
  let scratch: string;
  beforeEach(async () => (scratch = await mkdtemp(join(tmpdir(), 'linked-'))));
  afterEach(() => rm(scratch, { recursive: true }));

  const [linked, other] = ['linked', 'other'].map((id, at) => ({
    ...{ uuid: `00000000-0000-0000-000${at}-000000000000`, id, type: 'git', node: 'node-1' },
  }));

  it('has nothing of what it leads to, and all others', async () => {
    const key = join(scratch, 'private', 'key');
    const data = join(scratch, 'node-1');
    await mkdir(join(scratch, 'private'));
    await writeFile(key, newKey());
    await mkdir(directoryOf(data, other), { recursive: true });
    await writeFile(join(directoryOf(data, other), 'HEAD'), 'ref');
    await mkdir(join(directoryOf(data, linked), '..'), { recursive: true });
    await symlink(join(scratch, 'private'), directoryOf(data, linked));
    const copies = await copyRepositories({
      nodes: ReachedNodes.open({ nodes: { 'node-1': data } } as unknown as Installation),
      rows: each([linked, other]),
      catalogue: { nodeOf: () => Promise.resolve('node-1') } as unknown as LiveCatalogue,
      vault: new Vault(new MemoryTarget(), VaultKey.read(key)),
      ...{ kinds: gitAlone, earlier: each([]) },
    });
    const problem = 'no directory lies in its place, or a link leads to it';
    expect(copies).toMatchObject({
      files: 1,
      problems: [`repository ${linked.uuid} (linked): ${problem}`],
    });
  });
});

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  for (const one of all) yield await Promise.resolve(one);
}
