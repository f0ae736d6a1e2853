import { createHash } from 'node:crypto';
import { existsSync, readlinkSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { FilesystemBlobStore } from './filesystem-blob-store.js';

const bytes = Buffer.alloc(300_000, 'durable');
const small = bytes.subarray(0, 10);
const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

let root: string;
let handles: FileHandle;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'durability-'));
  const handle = await open(root, 'r');
  handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

const placeOf = (digest: string): string => `blobs/${digest.slice(0, 2)}/${digest.slice(2)}`;

/** Notes what is handed to the disk, by its path below the store, and whether this one was to be seen at that time. */
const watched = (place = 'none'): [what: string, path: string, seen: boolean][] => {
  const noted: [string, string, boolean][] = [];
  for (const what of ['sync', 'datasync'] as const) {
    const original = Reflect.get(handles, what);
    jest.spyOn(handles, what).mockImplementation(function (this: FileHandle) {
      const path = relative(root, readlinkSync(`/proc/self/fd/${this.fd}`));
      noted.push([what, path, existsSync(join(root, place))]);
      return original.call(this);
    });
  }
  return noted;
};

const failing = (what: 'sync' | 'datasync'): void => {
  jest.spyOn(handles, what).mockRejectedValue(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
};

describe('a store of blobs that is new', () => {
  it('makes its directories durable', async () => {
    const noted = watched();
    await (await FilesystemBlobStore.open(root)).close();
    expect(noted.map(([what, path]) => [what, path])).toEqual([['sync', 'blobs']]);
  });
});

describe('a blob', () => {
  let store: FilesystemBlobStore;
  beforeEach(async () => {
    store = await FilesystemBlobStore.open(root);
  });
  afterEach(() => store.close());

  it.each([
    ['small', small],
    ['larger', bytes],
  ])(
    'that is %s is on the disk before it has its name, and its name before anybody hears of it',
    async (_, content) => {
      const digest = digestOf(content);
      const noted = watched(placeOf(digest));
      const staged = await store.stage(Readable.from([content]));
      expect(noted).toEqual([['datasync', expect.stringMatching(/^staging\//), false]]);
      await staged.publish();
      expect(noted.slice(1)).toEqual([['sync', `blobs/${digest.slice(0, 2)}`, true]]);
    },
  );

  it('that the disk does not take is refused, and leaves nothing', async () => {
    failing('datasync');
    await expect(store.stage(Readable.from([small]))).rejects.toThrow('EIO');
    expect(await readdir(join(root, 'staging', store.stagesAt))).toEqual([]);
  });

  it('whose name the disk does not take is not said to be there', async () => {
    failing('sync');
    const staged = await store.stage(Readable.from([small]));
    await expect(staged.publish()).rejects.toThrow('EIO');
  });
});

// A store without the file is anybody's.
describe('whose a store is', () => {
  let store: FilesystemBlobStore;
  beforeEach(async () => {
    store = await FilesystemBlobStore.open(root);
  });
  afterEach(() => store.close());

  it('is on the disk before it has its name, and its name before anybody hears of it', async () => {
    const noted = watched('owner');
    expect(await store.owner.claim('us')).toBe('us');
    expect(noted).toEqual([
      ['sync', expect.stringMatching(/^owner\.[0-9a-f]+$/), false],
      ['sync', '', true],
    ]);
  });

  it('is nobody any more on the disk, too, before anybody hears of that', async () => {
    await store.owner.claim('us');
    const noted = watched('owner');
    await store.owner.forget();
    expect(noted).toEqual([['sync', '', false]]);
  });

  it('is not said where the disk does not take it', async () => {
    failing('sync');
    await expect(store.owner.claim('us')).rejects.toThrow('EIO');
    expect(await store.owner.known()).toBeUndefined();
  });
});
