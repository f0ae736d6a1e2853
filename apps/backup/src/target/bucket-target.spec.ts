import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupTarget } from './backup-target.js';
import { BucketTarget, type BucketObjects } from './bucket-target.js';
import { DirectoryTarget } from './directory-target.js';
import { alone } from './target-lock.js';

/** As a bucket behaves: what is there stays, what does not have its digest is refused, names come in pages. */
class MemoryBucket implements BucketObjects {
  readonly objects = new Map<string, Buffer>();
  isClosed = false;

  put(name: string, bytes: Uint8Array, sha256: string): Promise<void> {
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      return Promise.reject(new Error('BadDigest'));
    if (!this.objects.has(name)) this.objects.set(name, Buffer.from(bytes));
    return Promise.resolve();
  }

  whole(name: string): Promise<Buffer | undefined> {
    return Promise.resolve(this.objects.get(name));
  }

  size(name: string): Promise<number | undefined> {
    return Promise.resolve(this.objects.get(name)?.length);
  }

  async *list(beginning: string): AsyncGenerator<{ name: string }[]> {
    for (const name of this.objects.keys()) {
      yield [];
      if (name.startsWith(beginning)) yield await Promise.resolve([{ name }]);
    }
  }

  remove(name: string): Promise<void> {
    this.objects.delete(name);
    return Promise.resolve();
  }

  close(): void {
    this.isClosed = true;
  }
}

// Both are what the rest takes a place for.
describe.each(['a directory', 'a bucket'])('%s as the place of backups', (sort) => {
  let root: string;
  let target: BackupTarget;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'hf-target-'));
    target =
      sort === 'a bucket'
        ? new BucketTarget(new MemoryBucket())
        : await DirectoryTarget.open(join(root, 'place'));
  });
  afterEach(async () => {
    await target.close();
    await rm(root, { recursive: true });
  });

  const names = async (beginning: string): Promise<string[]> => {
    const all: string[] = [];
    for await (const name of target.list(beginning)) all.push(name);
    return all.sort();
  };

  it('keeps what was put there first, and says what is there', async () => {
    await target.put('objects/ab/one', Buffer.from('first'));
    await target.put('objects/ab/one', Buffer.from('second'));
    expect((await target.get('objects/ab/one'))?.toString()).toBe('first');
    expect([await target.has('objects/ab/one'), await target.has('objects/ab/two')]).toEqual([true, false]);
    expect(await target.get('objects/ab/two')).toBeUndefined();
  });

  it('has objects without a byte', async () => {
    await target.put('objects/ab/none', Buffer.alloc(0));
    expect([await target.has('objects/ab/none'), (await target.get('objects/ab/none'))?.length]).toEqual([
      true,
      0,
    ]);
  });

  it('lists what begins so, and nothing beside it', async () => {
    for (const name of ['objects/ab/one', 'objects/cd/two', 'manifests/three'])
      await target.put(name, Buffer.from(name));
    expect(await names('objects/')).toEqual(['objects/ab/one', 'objects/cd/two']);
    expect(await names('manifests/')).toEqual(['manifests/three']);
    expect(await names('nothing/')).toEqual([]);
  });

  it('forgets what is removed, also where it was not there', async () => {
    await target.put('objects/ab/one', Buffer.from('first'));
    for (let time = 0; time < 2; time += 1) await target.remove('objects/ab/one');
    expect(await target.has('objects/ab/one')).toBe(false);
    await target.put('objects/ab/one', Buffer.from('second'));
    expect((await target.get('objects/ab/one'))?.toString()).toBe('second');
  });

  it('is for one at a time who adds or removes', async () => {
    const within = alone(target, () => alone(target, () => Promise.resolve('both')));
    await expect(within).rejects.toThrow('another command is at work there');
    expect(await alone(target, () => Promise.resolve('next'))).toBe('next');
  });
});

describe('a bucket as the place of backups', () => {
  it('is told the digest of each object, and is left in the end', async () => {
    const bucket = new MemoryBucket();
    const target = new BucketTarget(bucket);
    const put = jest.spyOn(bucket, 'put');
    await target.put('objects/ab/one', Buffer.from('first'));
    const digest = createHash('sha256').update('first').digest('hex');
    expect(put).toHaveBeenCalledWith('objects/ab/one', Buffer.from('first'), digest);
    await target.close();
    expect(bucket.isClosed).toBe(true);
  });
});
