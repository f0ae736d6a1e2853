/** More bytes came than the limit of the upload allows. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
  constructor(readonly limit: number) {
    super(`more than ${limit} bytes`);
  }
}

/** There is no room left to store in. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
  constructor(cause?: unknown) {
    super('the storage is full', { cause });
  }
}

/** What was staged is not there any more: who staged it has discarded it. */
export class StagedGone extends Error {
  override readonly name = 'StagedGone';
  constructor(cause?: unknown) {
    super('what was staged is gone', { cause });
  }
}

/** No blob has this digest. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
  constructor(readonly digest: string) {
    super(`no blob ${digest}`);
  }
}
