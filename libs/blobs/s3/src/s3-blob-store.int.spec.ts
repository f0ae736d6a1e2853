import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { StagedGone } from '@holdfast/blob-spi';
import { blobStoreConformance } from '@holdfast/blob-spi/conformance';
import { blobName } from './blob-name.js';
import { firstPart } from './part-sizes.js';
import { S3BlobStore } from './s3-blob-store.js';
import { S3Objects } from './s3-objects.js';
import { S3Reader } from './s3-reader.js';
import type { S3Place } from './s3-place.js';
import { describeS3, S3Server } from './s3-server.fixture.js';

const spoolDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'spool-'));

// Where setup could not obtain the program: `tools/test` counts it as skipped, and CI takes that for a failure.
describeS3('blobs in a bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await S3Server.start();
  });
  afterAll(() => server.stop());

  /** What is at the server and is no blob. */
  const leftAt = async (place: S3Place): Promise<string[]> => {
    const objects = new S3Objects(place);
    const names: string[] = [];
    for await (const page of objects.list('staging/')) names.push(...page.map(({ name }) => name));
    const underway = await objects.endUploads('', new Date(Date.now() + 60_000));
    objects.close();
    return underway === 0 ? names : [...names, `${underway} uploads`];
  };

  it('has objects that are put once and read whole, by names below the prefix', async () => {
    const objects = new S3Objects(server.place());
    const [bytes, later] = [randomBytes(5_000_000), randomBytes(10)];
    const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
    await objects.put('a/one', bytes, sha256(bytes));
    await objects.put('a/one', later, sha256(later));
    expect((await objects.whole('a/one'))?.equals(bytes)).toBe(true);
    expect(await objects.whole('a/two')).toBeUndefined();
    await objects.put('b/none', Buffer.alloc(0), sha256(Buffer.alloc(0)));
    expect(await objects.whole('b/none')).toEqual(Buffer.alloc(0));
    const names: string[] = [];
    for await (const page of objects.list('a/')) names.push(...page.map(({ name }) => name));
    expect(names).toEqual(['a/one']);
    objects.close();
  });

  it('gives addresses that others read a whole blob at, for a while, and as nothing else', async () => {
    const place = server.place();
    const objects = new S3Objects(place);
    const bytes = randomBytes(100_000);
    const digest = createHash('sha256').update(bytes).digest('hex');
    await objects.put(blobName(digest), bytes, digest);
    const reader = new S3Reader({
      ...place,
      clientEndpoint: server.endpoint.replace('127.0.0.1', 'localhost'),
    });
    const as = { type: 'text/html', fileName: 'a "b" é.jar' };
    const address = (await reader.signed(digest, { ...as, seconds: 60 })) ?? '';
    expect(new URL(address).hostname).toBe('localhost');
    const read = await fetch(address);
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
    expect([read.status, read.headers.get('content-type'), read.headers.get('content-disposition')]).toEqual([
      ...[200, 'text/html', `attachment; filename*=UTF-8''a%20%22b%22%20%C3%A9.jar`],
    ]);
    for (const other of [
      address.replace('text%2Fhtml', 'text%2Fplain'),
      address.replace(digest.slice(2), randomBytes(31).toString('hex')),
      address.replace(/X-Amz-Expires=60/, 'X-Amz-Expires=600'),
    ])
      expect([other === address, (await fetch(other)).status]).toEqual([false, 403]);
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403);
    const short = (await reader.signed(digest, { ...as, seconds: 1 })) ?? '';
    await sleep(2_100);
    expect((await fetch(short)).status).toBe(403);
    expect(await reader.signed('a'.repeat(64), { ...as, seconds: 1 })).toBeUndefined();
    await reader.close();
    objects.close();
  });

  blobStoreConformance('S3', async () => {
    const [place, spool] = [server.place(), await spoolDirectory()];
    const store = await S3BlobStore.open(place, spool);
    return {
      store,
      leftovers: async () => [...(await readdir(spool)), ...(await leftAt(place))],
      dispose: async () => {
        await store.close();
        await rm(spool, { recursive: true, force: true });
      },
    };
  });

  describe('of several parts', () => {
    const bytes = randomBytes(2 * firstPart + 300_000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const whole = { offset: 0, length: bytes.length };
    let place: S3Place;
    let spool: string;
    let store: S3BlobStore;
    beforeEach(async () => {
      [place, spool] = [server.place(), await spoolDirectory()];
      store = await S3BlobStore.open(place, spool);
    });
    afterEach(async () => {
      await store.close();
      expect(await leftAt(place)).toEqual([]);
      await rm(spool, { recursive: true, force: true });
    });

    const source = (): Readable => Readable.from(pieces());
    function* pieces(): Generator<Buffer> {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    }
    const read = async (from: S3BlobStore, range = whole): Promise<Buffer> => {
      const found: Buffer[] = [];
      for await (const piece of await from.open(sha256, range)) found.push(piece as Buffer);
      return Buffer.concat(found);
    };

    it('are sent while they come, and given back whole and in parts', async () => {
      const staged = await store.stage(source());
      expect(staged.digests.sha256).toBe(sha256);
      expect(await store.has(sha256)).toBe(false);
      await staged.prepare?.();
      await staged.publish();
      expect((await read(store)).equals(bytes)).toBe(true);
      const range = { offset: firstPart - 5, length: firstPart };
      expect((await read(store, range)).equals(bytes.subarray(firstPart - 5, 2 * firstPart - 5))).toBe(true);
    });

    it('are taken over by another process, which did not stage them', async () => {
      const { name, size, digests } = await store.stage(source());
      const other = await S3BlobStore.open(place, `${spool}/other`);
      await other.adopt({ name, size, digests }).publish();
      expect((await read(store)).equals(bytes)).toBe(true);
      await other.close();
    });

    it('leave nothing when they are discarded, break off or are too many', async () => {
      await (await store.stage(source())).discard();
      const breaking = async function* (): AsyncGenerator<Buffer> {
        yield* source();
        throw new Error('the client went away');
      };
      await expect(store.stage(breaking())).rejects.toThrow('went away');
      await expect(store.stage(source(), { limit: 2 * firstPart })).rejects.toThrow('more than');
      expect(await readdir(spool)).toEqual([]);
    });

    it('are gone when somebody else has discarded them, unless the content was there', async () => {
      const staged = await store.stage(source());
      await store.adopt(staged).discard();
      await expect(staged.publish()).rejects.toThrow(StagedGone);
      await (await store.stage(source())).publish();
      const again = await store.stage(source());
      await store.adopt(again).discard();
      await again.publish();
      expect(await store.has(sha256)).toBe(true);
    });
  });
});
