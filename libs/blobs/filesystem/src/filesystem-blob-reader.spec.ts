import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobMissing } from '@holdfast/blob-spi';
import { FilesystemBlobReader } from './filesystem-blob-reader.js';
import { FilesystemBlobStore } from './filesystem-blob-store.js';

describe('the reader of a directory of blobs', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'blob-reader-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  async function* of(text: string): AsyncGenerator<Buffer> {
    yield await Promise.resolve(Buffer.from(text));
  }

  // A backup made a directory of its own there, so it had to have the right to write to all artifacts.
  it('reads what the store has, and makes nothing', async () => {
    const store = await FilesystemBlobStore.open(root);
    const staged = await store.stage(of('content'));
    await staged.publish();
    const before = [await readdir(root, { recursive: true }), (await stat(join(root, 'staging'))).mtimeMs];
    const reader = FilesystemBlobReader.at(root);
    const { sha256 } = staged.digests;
    const parts: Buffer[] = [];
    for await (const part of await reader.open(sha256, { offset: 3, length: 4 })) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString()).toBe('tent');
    expect([await reader.has(sha256), await reader.has('0'.repeat(64))]).toEqual([true, false]);
    await reader.close();
    expect([await readdir(root, { recursive: true }), (await stat(join(root, 'staging'))).mtimeMs]).toEqual(
      before,
    );
    await store.close();
  });

  it('has nothing where nobody has stored anything yet', async () => {
    const reader = FilesystemBlobReader.at(join(root, 'none'));
    await expect(reader.open('0'.repeat(64), { offset: 0, length: 1 })).rejects.toThrow(BlobMissing);
  });
});
