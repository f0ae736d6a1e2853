import { BlobMissing, StagedGone, StorageFull, TooLarge } from './blob-errors.js';

describe('what a store of blobs refuses', () => {
  it('names itself and what it is about, and keeps what the system said', () => {
    const cause = new Error('ENOSPC');
    const errors = [new TooLarge(5), new StorageFull(cause), new StagedGone(cause), new BlobMissing('ab12')];
    expect(errors.map(String)).toEqual([
      'TooLarge: more than 5 bytes',
      'StorageFull: the storage is full',
      'StagedGone: what was staged is gone',
      'BlobMissing: no blob ab12',
    ]);
    expect(errors.map((error) => error.cause)).toEqual([undefined, cause, cause, undefined]);
  });
});
