import { Readable } from 'node:stream';
import { BlobMissing, type BlobRange, type BlobReader, type SignedAnswer } from '@holdfast/blob-spi';
import { blobName } from './blob-name.js';
import { resumedReading } from './resumed-reading.js';
import { S3Objects } from './s3-objects.js';
import type { S3Place } from './s3-place.js';
import { SignedObjects } from './signed-objects.js';

/** Reads the blobs of a bucket. */
export class S3Reader implements BlobReader {
  private readonly objects: S3Objects;
  private addresses: SignedObjects | undefined;

  /** `objects`: where somebody else has them open already, who closes them. */
  constructor(
    private readonly place: S3Place,
    objects?: S3Objects,
  ) {
    this.objects = objects ?? new S3Objects(place);
  }

  async open(digest: string, range: BlobRange): Promise<Readable> {
    const name = blobName(digest);
    if (range.length === 0) {
      if (!(await this.has(digest))) throw new BlobMissing(digest);
      return Readable.from([]);
    }
    const get = (part: BlobRange): Promise<Readable | undefined> => this.objects.get(name, part);
    const first = await get(range);
    if (!first) throw new BlobMissing(digest);
    return resumedReading(first, range, get);
  }

  async has(digest: string): Promise<boolean> {
    return (await this.objects.size(blobName(digest))) !== undefined;
  }

  async signed(digest: string, answer: SignedAnswer): Promise<string | undefined> {
    if (!(await this.has(digest))) return undefined;
    this.addresses ??= new SignedObjects(this.place);
    return this.addresses.of(blobName(digest), answer);
  }

  close(): Promise<void> {
    this.objects.close();
    this.addresses?.close();
    return Promise.resolve();
  }
}
