import { createHash } from 'node:crypto';
import type { StoreOwner } from '@holdfast/blob-spi';
import { blobs } from './blob-name.js';
import type { S3Objects } from './s3-objects.js';

const name = 'owner';

/** The object below the prefix of a store that says whose it is. */
export class OwnerObject implements StoreOwner {
  constructor(private readonly objects: S3Objects) {}

  async known(): Promise<string | undefined> {
    return (await this.objects.whole(name))?.toString('latin1');
  }

  async claim(owner: string): Promise<string> {
    const known = await this.known();
    if (known !== undefined) return known;
    const bytes = Buffer.from(owner, 'latin1');
    await this.objects.put(name, bytes, createHash('sha256').update(bytes).digest('hex'));
    return (await this.known()) ?? owner;
  }

  forget(): Promise<void> {
    return this.objects.remove(name);
  }

  async isUnused(): Promise<boolean> {
    if ((await this.known()) !== undefined) return false;
    for await (const page of this.objects.list(blobs)) if (page.length > 0) return false;
    return true;
  }
}
