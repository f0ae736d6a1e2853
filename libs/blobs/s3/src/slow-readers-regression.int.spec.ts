import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { S3BlobStore } from './s3-blob-store.js';
import { describeS3, S3Server } from './s3-server.fixture.js';

/** Who read slowly had all connections to the bucket: nothing was stored or read, and the service was down. */
describeS3('a bucket from which many read slowly', () => {
  let server: S3Server;
  let spool: string;
  let store: S3BlobStore;
  beforeAll(async () => {
    server = await S3Server.start();
    spool = await mkdtemp(join(tmpdir(), 'spool-'));
    store = await S3BlobStore.open(server.place(), spool);
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
    await rm(spool, { recursive: true, force: true });
  });

  const put = async (bytes: Buffer): Promise<string> => {
    const staged = await store.stage(Readable.from([bytes]));
    await staged.publish();
    return staged.digests.sha256;
  };

  it('is read and written by others', async () => {
    const length = 6 * 1024 * 1024;
    const digest = await put(randomBytes(length));
    const slow = await Promise.all(
      Array.from({ length: 140 }, async () => {
        const reading = await store.open(digest, { offset: 0, length });
        await once(reading, 'readable');
        return reading;
      }),
    );
    try {
      await store.check();
      await put(randomBytes(100));
      const another = await store.open(digest, { offset: 1, length: 1 });
      await once(another, 'readable');
      another.destroy();
    } finally {
      for (const each of slow) each.destroy();
    }
  });
});
