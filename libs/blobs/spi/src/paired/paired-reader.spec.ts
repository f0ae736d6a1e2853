import type { BlobReader, SignedAnswer } from '../blob-store.js';
import { PairedReader } from './paired-reader.js';

describe('two places of blobs as one', () => {
  const as: SignedAnswer = { type: 'text/plain', fileName: 'a', seconds: 1 };
  const placeOf = (digest: string, signed?: BlobReader['signed']): BlobReader => ({
    open: () => Promise.reject(new Error('not asked for')),
    has: (asked) => Promise.resolve(asked === digest),
    close: () => Promise.resolve(),
    ...(signed && { signed }),
  });
  const at = (place: string) => (digest: string) => Promise.resolve(`${place}/${digest}`);

  it('give addresses of the one that has the blob, if it has any', async () => {
    const both = new PairedReader(placeOf('a', at('first')), placeOf('b', at('other')));
    expect(await Promise.all(['a', 'b', 'c'].map((digest) => both.signed(digest, as)))).toEqual([
      ...['first/a', 'other/b', undefined],
    ]);
    const moved = new PairedReader(placeOf('a', at('first')), placeOf('b'));
    expect(await moved.signed('b', as)).toBeUndefined();
  });
});
