import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskRoom, uuidv7, type CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { newRow } from '../catalogue/new-row.js';
import type { RepositoryMoveStore } from '../catalogue/repository-move.store.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import type { RepositoryStore } from '../catalogue/repository.store.js';
import type { RepositoryTypes } from '../catalogue/repository-types.js';
import type { StorageNodes } from '../storage-node/storage-nodes.js';
import { Creations } from './creations.js';
import { Placement } from './placement.js';

// A disk. One account sent 300 creations, and nobody else's was begun before all of them.
describe('creations of a flood', () => {
  let data: string;
  /** Who made them, in the order in which their directories were begun. */
  let begun: string[];
  /** Lets go those that have begun, and all that come. */
  let end: () => void;
  let ended: Promise<void>;
  let inserting: (row: RepositoryRow) => Promise<void>;
  let creations: Creations;
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'creations-'));
    begun = [];
    ended = new Promise((resolve) => (end = resolve));
    inserting = () => Promise.resolve();
    const vcs = {
      defaultReference: 'trunk',
      create: async (directory: string, { author }: { author: string }) => {
        begun.push(author);
        await mkdir(directory, { recursive: true });
        await ended;
      },
    };
    const store = { insert: (_ctx: CallContext, row: RepositoryRow) => inserting(row) };
    creations = new Creations(
      ...([store as unknown, {}] as [RepositoryStore, RepositoryMoveStore]),
      new Placement(data, 'node-1'),
      { of: () => ({ vcs }) } as unknown as RepositoryTypes,
      { take: () => Promise.resolve(true) } as unknown as DiskRoom,
      { name: 'node-1', choose: () => Promise.resolve('node-1') } as unknown as StorageNodes,
      {} as Rpc,
    );
  });
  afterEach(() => rm(data, { recursive: true }));

  const by = (id: string, company = 'acme', left = 10_000): CallContext => ({
    requestId: '',
    deadline: Date.now() + left,
    principal: {
      ...{ company: { uuid: company, id: company }, companyAdmin: false, credential: 'key' },
      account: { uuid: id, id, type: 'user', email: '', name: id },
    },
  });
  const make = (ctx: CallContext): Promise<RepositoryRow> =>
    creations.make(ctx, {
      ...newRow(ctx, uuidv7()),
      ...{ id: 'code', type: 'subversion', node: 'node-1', defaultIdentifier: 'trunk' },
    });
  const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
  /** So many have begun, and those that may have had the time to begin as well. */
  const beginning = async (least: number): Promise<void> => {
    for (let left = 20; begun.length < least && left > 0; left -= 1) await soon();
    await soon();
  };

  it('are begun two at a time, and others before the rest of them', async () => {
    const flood = Array.from({ length: 30 }, () => make(by('ada')));
    await beginning(2);
    const others = [make(by('amy')), make(by('bob', 'other'))];
    await beginning(4);
    // Who has a turn begins when the disk has made his place: which of them is first is up to the disk.
    expect(begun.slice(0, 2)).toEqual(['ada', 'ada']);
    expect(begun.slice(2).sort()).toEqual(['amy', 'bob']);
    end();
    expect(await Promise.all([...flood, ...others])).toHaveLength(32);
  });

  it('make nothing where nobody waits for them any more', async () => {
    const first = [make(by('ada')), make(by('ada'))];
    const late = expect(make(by('ada', 'acme', 50))).rejects.toMatchObject({
      code: 'unavailable',
      detail: { retryAfter: 1 },
    });
    await soon();
    const before = await readdir(data, { recursive: true });
    end();
    await Promise.all([late, ...first]);
    await soon();
    expect(begun).toHaveLength(2);
    const marked = (name: string): boolean => name.startsWith('pending/');
    expect(before.filter(marked)).toHaveLength(2);
    expect((await readdir(data, { recursive: true })).filter(marked)).toEqual([]);
  });

  it('give their turns back when they fail', async () => {
    end();
    inserting = () => Promise.reject(new Error('broken'));
    for (let left = 5; left > 0; left -= 1) await expect(make(by('ada'))).rejects.toThrow('broken');
    inserting = () => Promise.resolve();
    await make(by('ada'));
  });
});
