import { randomFillSync } from 'node:crypto';

/** Bytes of a token. */
const size = 16;

/** Texts of 32 hex digits that nobody can guess; random bytes are fetched for many at once. */
export class RandomTokens {
  private readonly pool = Buffer.alloc(size * 256);
  private used = this.pool.length;

  next(): string {
    if (this.used === this.pool.length) {
      randomFillSync(this.pool);
      this.used = 0;
    }
    return this.pool.toString('hex', this.used, (this.used += size));
  }
}
