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
  const at = (place: string, only: string) => (digest: string) =>
    Promise.resolve(digest === only ? `${place}/${digest}` : undefined);

  it('give addresses of the first, which clients reach', async () => {
    const both = new PairedReader(placeOf('a', at('first', 'a')), placeOf('b', at('other', 'b')));
    expect(await Promise.all(['a', 'b', 'c'].map((digest) => both.signed(digest, as)))).toEqual([
      ...['first/a', undefined, undefined],
    ]);
    expect(
      await new PairedReader(placeOf('a'), placeOf('b', at('other', 'b'))).signed('b', as),
    ).toBeUndefined();
  });
});
