import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { LiveCatalogue } from '../database/live-catalogue.js';
import { directoryOf } from '../installation/installation.js';
import { MemoryTarget } from '../memory-target.fixture.js';
import { placeHere } from '../nodes/local-node.js';
import { ReachedNodes } from '../nodes/reached-nodes.js';
import { restoreDirectory } from '../repositories/directory-restore.js';
import { newKey, VaultKey } from '../vault/vault-key.js';
import { Vault } from '../vault/vault.js';
import { repositoriesOf } from './manifest.js';
import { copyRepositories } from './repository-copies.js';

/** What comes in, where; and what stays of its place. */
const coming: Readonly<Record<string, readonly [file: string, left: readonly string[]][]>> = {
  git: [
    ['lfs/incoming/0b6f', ['lfs']],
    ['objects/tmp_objdir-incoming-abc/pack/tmp_pack_x', ['objects']],
    ['incoming/objects/pack/tmp_pack_x', []],
    // Upkeep, which takes long where content makes it so.
    ['objects/pack/tmp_pack_x', ['objects', 'objects/pack']],
    ['objects/pack/.tmp-17-pack-ab.pack', ['objects', 'objects/pack']],
    ['objects/info/commit-graphs/tmp_graph_x', ['objects', 'objects/info', 'objects/info/commit-graphs']],
  ],
  mercurial: [['incoming/1.bundle', []]],
  subversion: [
    ['incoming/db/revs/0/1', []],
    ['db/transactions/1-1.txn/node.0.0', ['db', 'db/transactions']],
    ['db/txn-protorevs/1-1.rev', ['db', 'db/txn-protorevs']],
  ],
};

// Whoever let an upload drip kept its repository out of all backups, and had a piece of it stored with each look.
describe('a repository into which something comes slowly', () => {
  let scratch: string;
  let vault: Vault;
  let target: MemoryTarget;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'dripping-'));
    await writeFile(join(scratch, 'key'), newKey());
    target = new MemoryTarget();
    vault = new Vault(target, VaultKey.read(join(scratch, 'key')));
  });
  afterEach(() => rm(scratch, { recursive: true }));

  const uuid = '00000000-0000-4000-8000-000000000001';
  const cases = Object.entries(coming).flatMap(([type, files]) =>
    files.map(([file, left]) => ({ type, file, left })),
  );

  it('is of every kind there is', () => {
    expect(Object.keys(coming)).toEqual(vcsKinds.map(({ id }) => id));
  });

  it.each(cases)('is in the backup, without what comes: $type, $file', async ({ type, file, left }) => {
    const row = { uuid, id: 'r', type, node: 'here' };
    const directory = directoryOf(scratch, row);
    const dripping = join(directory, file);
    await mkdir(dirname(dripping), { recursive: true });
    await writeFile(join(directory, 'pushed'), 'acknowledged');
    const drip = () => appendFileSync(dripping, 'x');
    drip();
    // Between two looks this process waits longer than that, however busy the machine is.
    const timer = setInterval(drip, 1);
    try {
      const copies = await copyRepositories({
        nodes: ReachedNodes.open({
          ...{ schemas: [], nodes: { here: scratch }, blobs: { data: '' }, files: {} },
        }),
        rows: of(row),
        catalogue: { nodeOf: () => Promise.resolve('here') } as unknown as LiveCatalogue,
        vault,
        kinds: new Map(vcsKinds.map((kind) => [kind.id, kind])),
        earlier: of(),
      });
      expect(copies).toMatchObject({ repositories: 1, files: 1, problems: [] });
      // What was pushed, the list of its files, and that of repositories.
      expect(target.objects.size).toBe(3);
      const restored = join(scratch, 'restored');
      for await (const { list } of repositoriesOf(vault, { repositories: copies.list }))
        if (list) await restoreDirectory(placeHere(restored), vault, list);
      expect((await readdir(restored, { recursive: true })).sort()).toEqual([...left, 'pushed'].sort());
    } finally {
      clearInterval(timer);
    }
  });
});

async function* of<Row>(...rows: Row[]): AsyncGenerator<Row> {
  for (const row of rows) yield await Promise.resolve(row);
}
