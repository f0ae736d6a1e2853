import type { RoomAnswer, RoomQuestion, StorageGate } from '@holdfast/vcs-spi';

/** The storage limits of a world of tests. */
export class LimitedStorage implements StorageGate {
  /** Bytes for which each transfer has room, where a test sets them. */
  limit = Infinity;
  /** The directories of all writes. */
  readonly written: string[] = [];

  /** What a grant says of them. */
  get metered(): { metered?: true } {
    return this.limit < Infinity ? { metered: true } : {};
  }

  room({ bytes }: RoomQuestion): Promise<RoomAnswer> {
    return Promise.resolve(bytes > this.limit ? { refused: 'the company is full' } : { held: bytes });
  }

  left(): void {
    // Each transfer has its own.
  }

  wrote(directory: string): void {
    this.written.push(directory);
  }
}
