import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { S3BlobStore } from './s3-blob-store.js';
import { describeS3, S3Server } from './s3-server.fixture.js';

/** Small blobs were sent when they were published: under a lock, by who held a connection of the database meanwhile. */
describeS3('a small upload to a bucket', () => {
  it('is sent before it is published', async () => {
    const server = await S3Server.start();
    const spool = await mkdtemp(join(tmpdir(), 'spool-'));
    const store = await S3BlobStore.open(server.place(), spool);
    try {
      const bytes = randomBytes(1_000);
      const staged = await store.stage(Readable.from([bytes]));
      await staged.prepare?.();
      expect((await store.read(staged.digests.sha256, bytes.length)).equals(bytes)).toBe(true);
      await staged.discard();
    } finally {
      await store.close();
      await rm(spool, { recursive: true, force: true });
      await server.stop();
    }
  });
});
