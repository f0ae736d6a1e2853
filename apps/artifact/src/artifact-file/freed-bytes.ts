import { Injectable } from '@nestjs/common';

/**
 * Bytes that no row names any more, replaced or removed through this process: nobody's usage counts them, and they take
 * room until the store is swept.
 */
@Injectable()
export class FreedBytes {
  private bytes = 0;

  add(bytes: number): void {
    this.bytes += bytes;
  }

  /** How many they are. */
  get known(): number {
    return this.bytes;
  }

  /** A sweep begins, which takes them. */
  forget(): void {
    this.bytes = 0;
  }
}
