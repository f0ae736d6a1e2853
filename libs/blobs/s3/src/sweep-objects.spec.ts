import type { SweepOptions } from '@holdfast/blob-spi';
import { blobName } from './blob-name.js';
import type { ListedObject } from './s3-objects.js';
import { sweepObjects } from './sweep-objects.js';

const hour = 3_600_000;
const digestOf = (number: number): string => String(number).padStart(64, '0');

/** A bucket with these objects, by how long ago they were changed (ms), of which a list gives two at a time. */
const bucket = (objects: Readonly<Record<string, number>>) => {
  const [removed, asked]: [string[], Date[]] = [[], []];
  let pages = 0;
  const remove = (name: string): Promise<void> => Promise.resolve(void removed.push(name));
  const list = async function* (beginning: string): AsyncGenerator<ListedObject[]> {
    const all = Object.entries(objects).filter(([name]) => name.startsWith(beginning));
    for (let at = 0; at < all.length; at += 2) {
      pages += 1;
      yield await Promise.resolve(
        all.slice(at, at + 2).map(([name, age]) => ({ name, changed: new Date(Date.now() - age) })),
      );
    }
  };
  const endUploads = (_beginning: string, before: Date): Promise<number> => {
    asked.push(before);
    return Promise.resolve(0);
  };
  return { objects: { list, remove, removeOnce: remove, endUploads }, removed, asked, pages: () => pages };
};

const options: SweepOptions = {
  olderThan: 60_000,
  unreferenced: (digests) => Promise.resolve(digests),
  remove: (_digest, unlink) => unlink().then(() => true),
};

describe('what a sweep removes of a bucket', () => {
  // AWS says of an object of several parts that it was changed when its upload began: an upload of more than an hour
  // was removed before it was published.
  it('is nothing that was staged when its upload may have begun two days ago', async () => {
    const { objects, removed, asked } = bucket({ 'staging/a/1': 48.5 * hour, 'staging/b/1': 50 * hour });
    expect(await sweepObjects(objects, 'staging/', options)).toEqual({ seen: 0, removed: 0, staged: 1 });
    expect(removed).toEqual(['staging/b/1']);
    expect(asked.map((before) => Math.round((Date.now() - before.getTime()) / hour))).toEqual([48]);
  });

  it('is what it has looked at when it is told to end, and it asks for no more', async () => {
    const names = Array.from({ length: 6 }, (_, number) => blobName(digestOf(number)));
    const { objects, removed, asked, pages } = bucket({
      ...Object.fromEntries(names.map((name) => [name, hour])),
      'staging/a/1': 60 * hour,
    });
    const ending = new AbortController();
    const remove: SweepOptions['remove'] = (digest, unlink) => {
      if (digest === digestOf(2)) ending.abort();
      return options.remove(digest, unlink);
    };
    const report = await sweepObjects(objects, 'staging/', { ...options, remove, signal: ending.signal });
    expect(report).toEqual({ seen: 4, removed: 3, staged: 0 });
    expect([removed, asked, pages()]).toEqual([names.slice(0, 3), [], 3]);
  });

  it('is no more of what was staged either when it is told to end', async () => {
    const staged = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`staging/${name}/1`, 60 * hour]));
    const { objects, removed, asked } = bucket(staged);
    const ending = new AbortController();
    const remove = (name: string): Promise<void> => {
      if (name === 'staging/b/1') ending.abort();
      return objects.remove(name);
    };
    const asking = { ...options, signal: ending.signal };
    expect(await sweepObjects({ ...objects, remove }, 'staging/', asking)).toMatchObject({ staged: 2 });
    expect([removed, asked]).toEqual([['staging/a/1', 'staging/b/1'], []]);
  });
});
