import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BlobMissing } from '@holdfast/blob-spi';
import { openBlobStore } from '../../blob-stores.js';
import { readableBlobs } from './readable-blobs.js';

describe('the blobs that a gateway reads by their digests', () => {
  const roots: string[] = [];
  afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true }))));

  /** A directory of blobs with these contents. */
  const directoryOf = async (...contents: string[]): Promise<string> => {
    const root = await mkdtemp(join(tmpdir(), 'readable-'));
    roots.push(root);
    const store = await openBlobStore(root);
    for (const content of contents)
      await (await store.stage(Readable.from([Buffer.from(content)]))).publish();
    await store.close();
    return root;
  };
  const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex');

  it('are in both stores, while blobs move', async () => {
    const [blobs, otherBlobs] = [await directoryOf('new'), await directoryOf('former', '')];
    const reader = await readableBlobs({ blobs, otherBlobs });
    const read = async (content: string, offset = 0) =>
      text(
        (await reader?.open(digestOf(content), { offset, length: content.length - offset })) ??
          Readable.from([]),
      );
    expect([await read('new'), await read('former', 2), await read('')]).toEqual(['new', 'rmer', '']);
    await expect(read('none')).rejects.toThrow(BlobMissing);
    expect([await reader?.has(digestOf('former')), await reader?.has(digestOf('none'))]).toEqual([
      true,
      false,
    ]);
    await reader?.close();
  });

  it('are those of the one that it reaches, or none', async () => {
    const former = await directoryOf('former');
    const reader = await readableBlobs({ otherBlobs: former });
    expect(await reader?.has(digestOf('former'))).toBe(true);
    expect(await readableBlobs({ blobs: former })).toBeUndefined();
    const bucket = await readableBlobs({ blobsUrl: 's3://jars?endpoint=http://127.0.0.1:9' });
    await bucket?.close();
    expect(bucket).toBeDefined();
  });
});
