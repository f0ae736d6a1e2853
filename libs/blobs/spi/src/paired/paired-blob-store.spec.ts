import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BlobMissing } from '../blob-errors.js';
import type { BlobStore, StoreOwner, SweepOptions } from '../blob-store.js';
import { PairedBlobStore } from './paired-blob-store.js';

/** A store that has some blobs, by their digests, and keeps what it was asked. */
const storeOf = (name: string, blobs: Record<string, string>, removalLingers?: number) => {
  const asked: string[] = [];
  const found = (digest: string): string => {
    if (blobs[digest] === undefined) throw new BlobMissing(digest);
    return blobs[digest];
  };
  let owner: string | undefined;
  const ownerOf: StoreOwner = {
    known: () => Promise.resolve(owner),
    claim: (claimed) => Promise.resolve((owner ??= claimed)),
    forget: () => Promise.resolve(void (owner = undefined)),
    isUnused: () => Promise.resolve(owner === undefined && Object.keys(blobs).length === 0),
  };
  const told = <T>(what: string, answer: T): Promise<T> => {
    asked.push(`${name} ${what}`);
    return Promise.resolve(answer);
  };
  const store = {
    ...(removalLingers !== undefined && { removalLingers }),
    owner: ownerOf,
    stagesAt: name,
    stage: () => told('stage', name),
    adopt: () => name,
    reaches: (place: string) => Promise.resolve(place === name),
    open: async (digest: string) => Readable.from([await told('open', found(digest))]),
    read: async (digest: string) => Buffer.from(await told('read', found(digest))),
    has: (digest: string) => Promise.resolve(digest in blobs),
    delete: (digest: string) => told('delete', void delete blobs[digest]),
    locate: () => `/${name}`,
    free: () => Promise.resolve(name.length),
    check: () => told('check', undefined),
    sweep: () => told('sweep', { seen: 3, removed: 2, staged: 1 }),
    close: () => told('close', undefined),
  } as unknown as BlobStore;
  return { store, asked, blobs };
};

const whole = { offset: 0, length: 1 };

describe('two stores as one', () => {
  it('are read where a blob is, the first before the other', async () => {
    const [into, former] = [storeOf('into', { a: 'A', b: 'B' }), storeOf('former', { b: 'old', c: 'C' })];
    const pair = new PairedBlobStore(into.store, former.store);
    const read = async (digest: string) => [
      (await pair.read(digest, 1)).toString(),
      await text(await pair.open(digest, whole)),
    ];
    expect([await read('a'), await read('b'), await read('c')]).toEqual([
      ['A', 'A'],
      ['B', 'B'],
      ['C', 'C'],
    ]);
    expect(await Promise.all(['a', 'c', 'd'].map((digest) => pair.has(digest)))).toEqual([true, true, false]);
    await expect(pair.read('d', 1)).rejects.toThrow(BlobMissing);
    await expect(pair.open('d', whole)).rejects.toThrow(BlobMissing);
    expect(pair.locate()).toBeUndefined();
  });

  it('are not read from the other where the first does not answer: it may have what is newer', async () => {
    const [into, former] = [storeOf('into', {}), storeOf('former', { a: 'A' })];
    const away = { ...into.store, read: () => Promise.reject(new Error('away')) } as BlobStore;
    await expect(new PairedBlobStore(away, former.store).read('a', 1)).rejects.toThrow('away');
  });

  it('get what is new in the first', async () => {
    const [into, former] = [storeOf('into', {}), storeOf('former', {})];
    const pair = new PairedBlobStore(into.store, former.store);
    expect(await pair.stage(Readable.from([]))).toBe('into');
    expect(pair.adopt({ name: 'x', size: 0, digests: { md5: '', sha1: '', sha256: '', sha512: '' } })).toBe(
      'into',
    );
    expect([pair.stagesAt, await pair.reaches('into'), await pair.reaches('former')]).toEqual([
      'into',
      true,
      false,
    ]);
    expect(await pair.free()).toBe(4);
    await pair.check();
    expect([into.asked, former.asked]).toEqual([['into stage', 'into check'], []]);
  });

  it('lose what is removed, both, and are swept and closed both', async () => {
    const [into, former] = [storeOf('into', { a: 'A' }), storeOf('former', { a: 'A' })];
    const pair = new PairedBlobStore(into.store, former.store);
    await pair.delete('a');
    expect([into.blobs, former.blobs]).toEqual([{}, {}]);
    expect(await pair.sweep({} as SweepOptions)).toEqual({ seen: 6, removed: 4, staged: 2 });
    await pair.close();
    const both = (name: string) => [`${name} delete`, `${name} sweep`, `${name} close`];
    expect([into.asked, former.asked]).toEqual([both('into'), both('former')]);
  });

  it('have removals that linger as long as those of either', () => {
    const lingers = (first?: number, other?: number) =>
      new PairedBlobStore(storeOf('into', {}, first).store, storeOf('former', {}, other).store)
        .removalLingers;
    expect([lingers(), lingers(5), lingers(undefined, 7), lingers(5, 7)]).toEqual([undefined, 5, 7, 7]);
  });

  it('are somebody’s who has both', async () => {
    const [into, former] = [storeOf('into', {}), storeOf('former', {})];
    const { owner } = new PairedBlobStore(into.store, former.store);
    expect([await owner.known(), await owner.isUnused()]).toEqual([undefined, true]);
    await former.store.owner.claim('other');
    expect(await owner.isUnused()).toBe(false);
    expect(await owner.claim('mine')).toBe('other');
    expect(await owner.known()).toBe('mine');
    await owner.forget();
    expect([await owner.claim('mine'), await former.store.owner.known()]).toEqual(['mine', 'mine']);
    expect(await owner.claim('third')).toBe('mine');
  });
});
