import { appendFile, link, mkdir, mkdtemp, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { vaultInMemory } from '../vault-in-memory.fixture.js';
import { KnownFiles } from '../nodes/known-files.js';
import { LocalNode } from '../nodes/local-node.js';
import type { NodeFiles } from '../nodes/node-files.js';
import type { Vault } from '../vault/vault.js';
import { copyDirectory, type CopiedContent, type DirectoryCopy } from './directory-copy.js';
import { restoreDirectory, type RestoredFile } from './directory-restore.js';

// A fork gives each file of its source another name, which changes when it came. So by a fork a minute anybody who
// might read a repository kept it out of every backup; each fork was read by itself, and restored in full.
describe('a repository that is forked', () => {
  let scratch: string;
  let vault: Vault;
  let node: NodeFiles;
  let opened: string[];
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'forks-'));
    vault = await vaultInMemory(scratch);
    opened = [];
    const local = new LocalNode(scratch);
    node = Object.assign(Object.create(local) as LocalNode, {
      open: (at: string, path: string) => {
        opened.push(`${at}/${path}`);
        return local.open(at, path);
      },
    });
    await mkdir(join(scratch, 'source'));
    for (const [name, size] of [
      ['pack', 2_000_000],
      ['index', 300_000],
      ['object', 100],
    ] as const)
      await writeFile(join(scratch, 'source', name), Buffer.alloc(size, name));
    await sleep(50);
  });
  afterEach(() => rm(scratch, { recursive: true }));

  const fork = async (name: string): Promise<void> => {
    await mkdir(join(scratch, name));
    for (const file of ['pack', 'index', 'object'])
      await link(join(scratch, 'source', file), join(scratch, name, file));
  };
  const copy = (at: string, more: Parameters<typeof copyDirectory>[2] = {}): Promise<DirectoryCopy> =>
    copyDirectory({ node, at }, vault, { patience: 1_000, ...more });

  it('is at rest, and nothing of it is read again', async () => {
    let forks = 0;
    const forked: NodeFiles = Object.assign(Object.create(node) as NodeFiles, {
      list: async (...asked: Parameters<NodeFiles['list']>) => {
        await fork(`fork-${(forks += 1)}`);
        await sleep(50);
        return node.list(...asked);
      },
    });
    const first = await copyDirectory({ node: forked, at: 'source' }, vault, { patience: 1_000 });
    expect([forks, opened.splice(0).toSorted()]).toEqual([
      2,
      ['source/index', 'source/object', 'source/pack'],
    ]);
    await fork('later');
    expect((await copy('source', { earlier: first.list })).list).toEqual(first.list);
    expect(opened).toEqual([]);
  });

  it('is read again where it was written to', async () => {
    const { list: earlier } = await copy('source');
    const file = join(scratch, 'source/pack');
    const { atime, mtime } = await stat(file);
    await appendFile(file, 'more');
    await sleep(50);
    opened = [];
    await copy('source', { earlier });
    expect(opened).toEqual(['source/pack']);
    // Another file of the same length and time.
    await writeFile(`${file}.new`, Buffer.alloc(2_000_004, 'other'));
    await rename(`${file}.new`, file);
    await utimes(file, atime, mtime);
    await sleep(50);
    opened = [];
    await copy('source', { earlier });
    expect(opened).toEqual(['source/pack']);
  });

  // git gives what it has already the time of now when it comes again, through the fork's alternate as well.
  it('is not read again for a push into a fork of what is there, where it never changes', async () => {
    const lasting = /^(?:pack|index)$/;
    const { list: earlier } = await copy('source', { lasting });
    opened = [];
    for (const name of ['pack', 'index', 'object'])
      await utimes(join(scratch, 'source', name), new Date(), new Date());
    await sleep(50);
    await copy('source', { earlier, lasting });
    expect(opened).toEqual(['source/object']);
  });

  it('is read once with all its forks, but for what is small', async () => {
    const { list: earlier } = await copy('source');
    await fork('one');
    await fork('two');
    await sleep(50);
    opened = [];
    const shared = new KnownFiles<CopiedContent>();
    await copy('one', { shared });
    await copy('source', { shared, earlier });
    await copy('two', { shared });
    expect(opened.toSorted()).toEqual(['one/index', 'one/object', 'one/pack', 'two/object']);
    opened = [];
    const next = new KnownFiles<CopiedContent>();
    await copy('source', { shared: next, earlier });
    await copy('two', { shared: next });
    expect(opened).toEqual(['two/object']);
  });

  it('takes as much room as it did when it is restored with its forks', async () => {
    await fork('fork');
    await sleep(50);
    const shared = new KnownFiles<CopiedContent>();
    const copies = [await copy('fork', { shared }), await copy('source', { shared })];
    const restored = new KnownFiles<RestoredFile>();
    for (const [at, { list }] of copies.entries())
      await restoreDirectory({ node, at: `restored-${at}` }, vault, list, { restored });
    const found = (at: number, name: string) => stat(join(scratch, `restored-${at}`, name));
    for (const name of ['pack', 'index']) expect((await found(0, name)).ino).toBe((await found(1, name)).ino);
    expect((await found(0, 'object')).ino).not.toBe((await found(1, 'object')).ino);
    // What cannot be given a name there is written.
    await rm(join(scratch, 'restored-0'), { recursive: true });
    await rm(join(scratch, 'restored-1'), { recursive: true });
    await restoreDirectory({ node, at: 'restored-2' }, vault, copies[1].list, { restored });
    expect((await found(2, 'pack')).size).toBe(2_000_000);
  });

  // The copy of the source has its packs with the time of an earlier backup, that of the fork with that of the push.
  it('takes no more where a push has given its packs the time of now before it was forked', async () => {
    const lasting = /^(?:pack|index)$/;
    const { list: earlier } = await copy('source', { lasting });
    for (const name of ['pack', 'index']) await utimes(join(scratch, 'source', name), new Date(), new Date());
    await fork('fork');
    await sleep(50);
    const shared = new KnownFiles<CopiedContent>();
    opened = [];
    const copies = [
      await copy('source', { earlier, lasting, shared }),
      await copy('fork', { lasting, shared }),
    ];
    expect(opened.toSorted()).toEqual(['fork/object']);
    const restored = new KnownFiles<RestoredFile>();
    for (const [at, { list }] of copies.entries())
      await restoreDirectory({ node, at: `restored-${at}` }, vault, list, { restored, lasting });
    for (const name of ['pack', 'index']) {
      const [one, other] = await Promise.all([0, 1].map((at) => stat(join(scratch, `restored-${at}`, name))));
      expect(other.ino).toBe(one.ino);
    }
  });
});
