import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobStoreConformance } from '@holdfast/blob-spi/conformance';
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
    await staged(`${hostname()}.999999999.1`);
    await staged(`${hostname()}.${process.pid}.1`);
    await staged('elsewhere.example.1.1');
    const store = await FilesystemBlobStore.open(root);
    await store.close();
    const names = await staging();
    expect(names).toHaveLength(2);
    expect(names).toContain('elsewhere.example.1.1');
    expect(names).not.toContain(`${hostname()}.999999999.1`);
  });

  it('refuses names that are no digests', async () => {
    const store = await FilesystemBlobStore.open(root);
    for (const name of ['', '../../etc/passwd', 'A'.repeat(64), 'a'.repeat(63)])
      expect(() => store.locate(name)).toThrow('not a SHA-256');
    await store.close();
  });
});
