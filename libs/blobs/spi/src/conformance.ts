import { createHash, randomBytes } from 'node:crypto';
import { BlobMissing, StagedGone, TooLarge } from './blob-errors.js';
import type { BlobStore, StagedBlob, StagedElsewhere, SweepOptions } from './blob-store.js';

/** A store of its own for one test. */
export interface StoreUnderTest {
  readonly store: BlobStore;
  /** Whatever is stored beyond published blobs: unfinished uploads, temporary files. */
  leftovers(): Promise<string[]>;
  dispose(): Promise<void>;
}

const hash = (algorithm: string, bytes: Buffer): string => createHash(algorithm).update(bytes).digest('hex');

/** The bytes in pieces of odd sizes, as a network delivers them. */
async function* pieces(bytes: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}

async function* broken(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* pieces(bytes);
  throw new Error('the client went away');
}

const readAll = async (store: BlobStore, digest: string, offset: number, length: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of await store.open(digest, { offset, length })) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** What holds for every blob store, for its own spec to run. Fails if any test leaves something behind. */
export const blobStoreConformance = (name: string, make: () => Promise<StoreUnderTest>): void => {
  describe(`the blob store ${name}`, () => {
    let under: StoreUnderTest;
    let store: BlobStore;
    beforeEach(async () => {
      under = await make();
      store = under.store;
    });
    afterEach(async () => {
      const left = await under.leftovers();
      await under.dispose();
      expect(left).toEqual([]);
    });

    const put = async (bytes: Buffer): Promise<StagedBlob> => {
      const staged = await store.stage(pieces(bytes));
      await staged.publish();
      return staged;
    };

    it.each([0, 1, 4096, 65_536, 65_537, 262_144, 262_145, 3_000_000])(
      'gives %d bytes back with their digests',
      async (size) => {
        const bytes = randomBytes(size);
        const staged = await put(bytes);
        expect(staged.size).toBe(size);
        expect(staged.digests).toEqual({
          md5: hash('md5', bytes),
          sha1: hash('sha1', bytes),
          sha256: hash('sha256', bytes),
          sha512: hash('sha512', bytes),
        });
        expect((await readAll(store, staged.digests.sha256, 0, size)).equals(bytes)).toBe(true);
        expect((await store.read(staged.digests.sha256, size)).equals(bytes)).toBe(true);
        expect(await store.has(staged.digests.sha256)).toBe(true);
      },
    );

    it('gives what one process has staged to another, which ends it', async () => {
      const bytes = randomBytes(100_000);
      const told = async (): Promise<StagedElsewhere> => {
        const { name, size, digests } = await store.stage(pieces(bytes));
        return JSON.parse(JSON.stringify({ name, size, digests })) as StagedElsewhere;
      };
      await store.adopt(await told()).discard();
      const adopted = store.adopt(await told());
      expect(await store.has(adopted.digests.sha256)).toBe(false);
      await adopted.publish();
      await adopted.discard();
      expect((await store.read(adopted.digests.sha256, adopted.size)).equals(bytes)).toBe(true);
      const gone = store.adopt(await told());
      await store.adopt(gone).discard();
      await store.delete(gone.digests.sha256);
      await expect(gone.publish()).rejects.toThrow(StagedGone);
      expect(await store.has(gone.digests.sha256)).toBe(false);
    });

    it('tells where it stages, and reaches no place that is none', async () => {
      expect(await store.reaches(store.stagesAt)).toBe(true);
      for (const other of ['', '.', '..', '/', `${store.stagesAt}0`, `../${store.stagesAt}`])
        expect([other, await store.reaches(other)]).toEqual([other, false]);
    });

    it('takes no name for that of staged bytes that is none', async () => {
      const { name, size, digests } = await store.stage(pieces(randomBytes(10)));
      for (const other of ['', '../../etc/passwd', `../${name}`, `${name}/../x`, `/${name}`, `${name}\0`])
        expect(() => store.adopt({ name: other, size, digests })).toThrow();
      await store.adopt({ name, size, digests }).discard();
    });

    it('gives ranges', async () => {
      const bytes = randomBytes(700_000);
      const { digests } = await put(bytes);
      for (const [offset, length] of [
        [0, 1],
        [699_999, 1],
        [262_143, 3],
        [100, 500_000],
        [5, 0],
      ] as const)
        expect(
          (await readAll(store, digests.sha256, offset, length)).equals(
            bytes.subarray(offset, offset + length),
          ),
        ).toBe(true);
    });

    it('shows nothing before it is published, and nothing that is discarded', async () => {
      const bytes = randomBytes(300_000);
      const staged = await store.stage(pieces(bytes));
      expect(await store.has(staged.digests.sha256)).toBe(false);
      await expect(store.open(staged.digests.sha256, { offset: 0, length: 1 })).rejects.toThrow(BlobMissing);
      await staged.discard();
      await staged.discard();
      expect(await store.has(staged.digests.sha256)).toBe(false);
      await expect(store.read(staged.digests.sha256, 1)).rejects.toThrow(BlobMissing);
    });

    it('keeps a published blob when it is discarded or published again', async () => {
      const staged = await put(randomBytes(10));
      await staged.publish();
      await staged.discard();
      expect(await store.has(staged.digests.sha256)).toBe(true);
    });

    it.each([100, 9_000_000])(
      'says of a blob of %d bytes that is published again that it was removed meanwhile',
      async (size) => {
        const staged = await store.stage(pieces(randomBytes(size)));
        await staged.prepare?.();
        await staged.publish();
        await store.delete(staged.digests.sha256);
        await expect(staged.publish()).rejects.toThrow(StagedGone);
        await staged.discard();
        expect(await store.has(staged.digests.sha256)).toBe(false);
      },
    );

    it.each([100, 9_000_000])('publishes %d bytes, though a sweep took what was prepared', async (size) => {
      const bytes = randomBytes(size);
      const staged = await store.stage(pieces(bytes));
      await staged.prepare?.();
      await store.delete(staged.digests.sha256);
      await staged.publish();
      expect((await readAll(store, staged.digests.sha256, 0, size)).equals(bytes)).toBe(true);
      await staged.discard();
    });

    it.each([0, 1000, 1_000_000])(
      'leaves nothing of an upload that breaks off after %d bytes',
      async (size) => {
        await expect(store.stage(broken(randomBytes(size)))).rejects.toThrow('the client went away');
      },
    );

    it.each([10, 300_000])('leaves nothing of an upload over its limit of %d bytes', async (limit) => {
      await expect(store.stage(pieces(randomBytes(limit + 1)), { limit })).rejects.toThrow(TooLarge);
      await (await store.stage(pieces(randomBytes(limit)), { limit })).discard();
    });

    it('stores the same content once, many times at once too', async () => {
      const bytes = randomBytes(200_000);
      const all = await Promise.all(Array.from({ length: 8 }, () => put(bytes)));
      const [{ digests }] = all;
      expect(new Set(all.map((one) => one.digests.sha512)).size).toBe(1);
      expect((await readAll(store, digests.sha256, 0, bytes.length)).equals(bytes)).toBe(true);
      await store.delete(digests.sha256);
      expect(await store.has(digests.sha256)).toBe(false);
    });

    it('lets a reader finish while the blob is deleted', async () => {
      const bytes = randomBytes(1_000_000);
      const { digests } = await put(bytes);
      const stream = await store.open(digests.sha256, { offset: 0, length: bytes.length });
      await store.delete(digests.sha256);
      await store.delete(digests.sha256);
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    });

    it('knows how much room is left', async () => {
      await store.check();
      expect(await store.free()).toBeGreaterThan(0);
    });

    it('sweeps what nobody refers to, and nothing else', async () => {
      const live = (await put(randomBytes(10))).digests.sha256;
      const dead = (await put(randomBytes(11))).digests.sha256;
      const revived = (await put(randomBytes(12))).digests.sha256;
      const options = (olderThan: number, signal?: AbortSignal): SweepOptions => ({
        olderThan,
        signal,
        unreferenced: (digests) => Promise.resolve(digests.filter((digest) => digest !== live)),
        remove: async (digest, unlink) => {
          if (digest === revived) return false;
          await unlink();
          return true;
        },
      });
      expect(await store.sweep(options(60_000))).toEqual({ seen: 3, removed: 0, staged: 0 });
      expect((await store.sweep(options(-60_000, AbortSignal.abort()))).removed).toBe(0);
      expect(await store.sweep(options(-60_000))).toEqual({ seen: 3, removed: 1, staged: 0 });
      const are = await Promise.all([live, dead, revived].map((digest) => store.has(digest)));
      expect(are).toEqual([true, false, true]);
    });

    it('is of who claims it first, until that is forgotten', async () => {
      const { owner } = store;
      expect([await owner.known(), await owner.isUnused()]).toEqual([undefined, true]);
      expect([await owner.claim('one'), await owner.claim('other')]).toEqual(['one', 'one']);
      expect([await owner.known(), await owner.isUnused()]).toEqual(['one', false]);
      await owner.forget();
      await owner.forget();
      expect([await owner.known(), await owner.isUnused()]).toEqual([undefined, true]);
      const { digests } = await put(randomBytes(10));
      expect(await owner.isUnused()).toBe(false);
      expect(await owner.claim('other')).toBe('other');
      expect((await owner.known())?.length).toBe(5);
      await store.delete(digests.sha256);
    });

    it('does not sweep uploads under way', async () => {
      const staged = await store.stage(pieces(randomBytes(100_000)));
      await store.sweep({
        olderThan: -60_000,
        unreferenced: (all) => Promise.resolve(all),
        remove: () => Promise.resolve(false),
      });
      await staged.publish();
      expect(await store.has(staged.digests.sha256)).toBe(true);
    });
  });
};
