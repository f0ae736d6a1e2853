import type { StoreOwner } from '../blob-store.js';

/** Both stores are somebody's, or neither is: who has one of them only removes nothing from either. */
export class PairedOwner implements StoreOwner {
  constructor(
    private readonly first: StoreOwner,
    private readonly other: StoreOwner,
  ) {}

  known(): Promise<string | undefined> {
    return this.first.known();
  }

  async claim(owner: string): Promise<string> {
    const known = await this.first.claim(owner);
    return known === owner ? this.other.claim(owner) : known;
  }

  async forget(): Promise<void> {
    await this.first.forget();
    await this.other.forget();
  }

  async isUnused(): Promise<boolean> {
    return (await this.first.isUnused()) && this.other.isUnused();
  }
}
