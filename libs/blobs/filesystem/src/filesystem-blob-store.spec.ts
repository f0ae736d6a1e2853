import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { StorageFull } from '@holdfast/blob-spi';
import { blobStoreConformance } from '@holdfast/blob-spi/conformance';
import { DiskRoom } from '@holdfast/kernel';
import { FilesystemBlobStore } from './filesystem-blob-store.js';

const temporary = (): Promise<string> => mkdtemp(join(tmpdir(), 'blobs-'));

blobStoreConformance('filesystem', async () => {
  const root = await temporary();
  const store = await FilesystemBlobStore.open(root);
  return {
    store,
    leftovers: async () =>
      (await readdir(join(root, 'staging'), { recursive: true })).filter((path) => path.includes('/')),
    dispose: async () => {
      await store.close();
      await rm(root, { recursive: true });
    },
  };
});

describe('the directory of the blob store', () => {
  let root: string;
  beforeEach(async () => {
    root = await temporary();
  });
  afterEach(() => rm(root, { recursive: true }));

  const staged = async (process: string): Promise<void> => {
    await mkdir(join(root, 'staging', process), { recursive: true });
    await writeFile(join(root, 'staging', process, 'a'), 'half an upload');
  };
  const staging = async (): Promise<string[]> => (await readdir(join(root, 'staging'))).sort();

  it('is cleared at the start of what dead processes of this machine staged, and of nothing else', async () => {
    const first = await FilesystemBlobStore.open(root);
    const [own] = await staging();
    const [place, pid, start] = own.split('.');
    const dead = [`${place}.999999999.1.a`, `${place}.${pid}.1.a`];
    const alive = ['elsewhere.1.1.a', `${place}.${pid}.${start}.a`];
    for (const process of [...dead, ...alive]) await staged(process);
    const second = await FilesystemBlobStore.open(root);
    const names = await staging();
    expect(names).toEqual(expect.arrayContaining([own, ...alive]));
    for (const name of dead) expect(names).not.toContain(name);
    await first.close();
    await second.close();
    expect(await staging()).toEqual([...alive].sort());
  });

  it('is made again when another machine took it for abandoned', async () => {
    const store = await FilesystemBlobStore.open(root);
    await rm(join(root, 'staging', (await staging())[0]), { recursive: true });
    const upload = await store.stage(Readable.from([Buffer.from('bytes')]));
    await upload.publish();
    expect(await store.has(upload.digests.sha256)).toBe(true);
    await store.close();
  });

  it('takes nothing of what is kept in reserve, nor more than is free beside it', async () => {
    const space = { total: 1_000, free: 100 };
    const disk = new DiskRoom(root, 60, () => Promise.resolve(space));
    const store = await FilesystemBlobStore.open(root, disk);
    const stage = (...sizes: number[]) => store.stage(Readable.from(sizes.map((size) => Buffer.alloc(size))));
    await (await stage(10)).discard();
    await expect(stage(20, 20)).rejects.toThrow(StorageFull);
    expect(await store.free()).toBe(10);
    const own = await readdir(join(root, 'staging', (await staging())[0]));
    expect(own).toEqual([]);
    await store.close();
  });

  it('refuses names that are no digests', async () => {
    const store = await FilesystemBlobStore.open(root);
    for (const name of ['', '../../etc/passwd', 'A'.repeat(64), 'a'.repeat(63)])
      expect(() => store.locate(name)).toThrow('not a SHA-256');
    await store.close();
  });
});
