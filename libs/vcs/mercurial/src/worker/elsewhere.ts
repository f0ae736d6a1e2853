import { BodyFailure } from '@holdfast/vcs-spi/engine';

/** A process that serves others does not do what is asked; nothing of it has been kept, or answered. */
export class Elsewhere extends BodyFailure {
  constructor() {
    super('undecided', 503, 'the server is busy, try again');
  }
}
