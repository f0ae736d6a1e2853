import { VcsRefusal } from '@holdfast/vcs-spi';

/** The reader ended before it came to this question. */
export class ReaderEnded extends VcsRefusal {
  constructor() {
    super('unavailable', 'the reader of objects ended');
  }
}

/** The reader ended over this: it has more than there is memory for, takes too long, or cannot be read at all. */
export class FatalObject extends VcsRefusal {
  /** `hungry`: git said that it had no memory left. */
  constructor(
    readonly expression: string,
    readonly hungry: boolean,
  ) {
    super('unavailable', 'an object is too large to be read');
  }
}
