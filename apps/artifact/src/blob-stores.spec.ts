import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobStoreConformance } from '@holdfast/blob-spi/conformance';
import { DiskRoom } from '@holdfast/kernel';
import { oneStoreOf, openBlobStores } from './blob-stores.js';

const openAt = async (data: string) => (await openBlobStores({ data }, new DiskRoom(data))).into;

const stagedBelow = async (root: string): Promise<string[]> =>
  (await readdir(join(root, 'staging'), { recursive: true })).filter((path) => path.includes('/'));

blobStoreConformance('of two directories', async () => {
  const [first, other] = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'blobs-'))));
  const store = oneStoreOf({ into: await openAt(first), former: await openAt(other) });
  return {
    store,
    leftovers: async () => [...(await stagedBelow(first)), ...(await stagedBelow(other))],
    dispose: async () => {
      await store.close();
      for (const root of [first, other]) await rm(root, { recursive: true });
    },
  };
});

describe('the stores of an installation', () => {
  it('are named by what the settings say', async () => {
    const data = await mkdtemp(join(tmpdir(), 'blobs-'));
    const bucket = 's3://jars/holdfast?endpoint=http://127.0.0.1:9';
    const disk = new DiskRoom(data);
    const names = async (url?: string, other?: string) => {
      const stores = await openBlobStores({ data, url, other }, disk);
      await oneStoreOf(stores).close();
      return [stores.into.name, stores.former?.name];
    };
    expect(await names()).toEqual(['disk', undefined]);
    expect(await names(bucket)).toEqual([bucket, undefined]);
    expect(await names(bucket, 'disk')).toEqual([bucket, 'disk']);
    expect(await names(undefined, bucket)).toEqual(['disk', bucket]);
    await rm(data, { recursive: true });
  });
});
