import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  StagedGone,
  type BlobDigests,
  type BlobRange,
  type BlobStore,
  type StagedBlob,
  type StagedElsewhere,
  type SweepOptions,
  type SweepReport,
} from '@holdfast/blob-spi';
import { PartMemory, UploadWriter, WritingThreads } from '@holdfast/blob-spi/intake';
import { blobName } from './blob-name.js';
import { OwnerObject } from './owner-object.js';
import { firstPart } from './part-sizes.js';
import { S3Objects } from './s3-objects.js';
import type { S3Place } from './s3-place.js';
import { S3Reader } from './s3-reader.js';
import { SendPlaces } from './send-places.js';
import { serverCopy } from './server-copy.js';
import { SpooledUpload } from './spooled-upload.js';
import { sweepObjects } from './sweep-objects.js';

/** 8 MiB. */
const mostPieces = 32;
/** Parts that are sent at a time; each lies in memory meanwhile. */
const mostSent = 8;
/** Up to so many bytes do not wait for a place among them. */
const unplaced = 256 * 1024;

const staging = 'staging/';
const stagedForm = /^[0-9a-f]{16}\/[0-9a-z]+$/;

/**
 * Blobs as objects of a bucket, which any number of machines share:
 *
 *   <prefix>blobs/<2 hex>/<62 hex>     the content whose SHA-256 the two parts are
 *   <prefix>staging/<store>/<n>        an upload of several parts that is not published yet
 *   <prefix>owner                      whose they are
 *
 * An upload of one part is kept on this machine, and becomes an object when it is published. What has several parts is
 * sent while it comes, and copied by the server then.
 */
export class S3BlobStore implements BlobStore {
  private readonly memory = new PartMemory(mostPieces);
  private readonly threads = new WritingThreads(Math.max(1, Math.min(4, availableParallelism() - 1)));
  private readonly sending = new SendPlaces(mostSent);
  private readonly copying = new SendPlaces(mostSent);
  private readonly kept = new Map<string, SpooledUpload>();
  private readonly removals = new Set<Promise<void>>();
  readonly removalLingers = 5 * 60_000;
  readonly stagesAt = randomBytes(8).toString('hex');
  readonly owner: OwnerObject;
  private count = 0;

  private constructor(
    private readonly objects: S3Objects,
    private readonly reader: S3Reader,
    private readonly spool: string,
  ) {
    this.owner = new OwnerObject(objects);
  }

  /** `spool`: absolute path of a directory of this machine, for bytes that are on their way. */
  static async open(place: S3Place, spool: string): Promise<S3BlobStore> {
    await mkdir(spool, { recursive: true, mode: 0o700 });
    const objects = new S3Objects(place);
    return new S3BlobStore(objects, new S3Reader(place, objects), spool);
  }

  async stage(source: AsyncIterable<Uint8Array>, { limit = Infinity } = {}): Promise<StagedBlob> {
    this.count += 1;
    const number = this.count.toString(36);
    const name = `${this.stagesAt}/${number}`;
    const begin = () => this.objects.upload(staging + name);
    const path = join(this.spool, `${this.stagesAt}.${number}`);
    const spooled = new SpooledUpload(path, begin, this.sending);
    const { size, digests } = await this.receive(source, spooled, limit);
    if (size <= firstPart) this.kept.set(name, spooled);
    return this.adopt({ name, size, digests });
  }

  /** What has one part only lies on this machine. */
  reaches(stagesAt: string): Promise<boolean> {
    return Promise.resolve(stagesAt === this.stagesAt);
  }

  adopt(staged: StagedElsewhere): StagedBlob {
    if (!stagedForm.test(staged.name)) throw new Error('not the name of a staged object');
    return staged.size <= firstPart ? this.keptHere(staged) : this.atTheServer(staged);
  }

  open(digest: string, range: BlobRange): Promise<Readable> {
    return this.reader.open(digest, range);
  }

  async read(digest: string, size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of await this.open(digest, { offset: 0, length: size }))
      pieces.push(piece as Buffer);
    return Buffer.concat(pieces, size);
  }

  has(digest: string): Promise<boolean> {
    return this.reader.has(digest);
  }

  async delete(digest: string): Promise<void> {
    await this.objects.removeOnce(blobName(digest));
  }

  locate(): undefined {
    return undefined;
  }

  /** A bucket has no end that it would tell. */
  free(): Promise<number> {
    return Promise.resolve(Number.MAX_SAFE_INTEGER);
  }

  check(): Promise<void> {
    return this.objects.check();
  }

  sweep(options: SweepOptions): Promise<SweepReport> {
    const remove: SweepOptions['remove'] = (digest, unlink) =>
      options.remove(digest, unlink, this.removalLingers);
    return sweepObjects(this.objects, staging, { ...options, remove });
  }

  async close(): Promise<void> {
    await this.threads.close();
    await Promise.allSettled(this.removals);
    for (const spooled of this.kept.values()) await spooled.close();
    this.objects.close();
  }

  private async receive(
    source: AsyncIterable<Uint8Array>,
    spooled: SpooledUpload,
    limit: number,
  ): Promise<{ size: number; digests: BlobDigests }> {
    const writer = new UploadWriter(spooled, this.threads, this.memory, limit);
    try {
      for await (const piece of source) await writer.write(piece);
      const digests = await writer.finish();
      const { size } = writer;
      if (size > firstPart) {
        await spooled.complete();
        await spooled.close();
      }
      return { size, digests };
    } catch (error) {
      await writer.end();
      await spooled.abort();
      throw error;
    } finally {
      await writer.end();
    }
  }

  private keptHere({ name, size, digests }: StagedElsewhere): StagedBlob {
    const to = blobName(digests.sha256);
    let isSent = false;
    const send = async (over = false): Promise<void> => {
      const spooled = this.kept.get(name);
      if (!spooled) throw new StagedGone();
      await this.objects.put(to, await spooled.content(), digests.sha256, { over });
      isSent = true;
    };
    return {
      name,
      size,
      digests,
      prepare: () => (size > unplaced ? this.sending.during(send) : send()),
      publish: async () => {
        if (!isSent) await send();
        const there = await this.objects.size(to);
        // Of another size it is no content of this name.
        if (there !== size) await send(there !== undefined);
        await this.forget(name);
      },
      discard: () => this.forget(name),
    };
  }

  private async forget(name: string): Promise<void> {
    const spooled = this.kept.get(name);
    this.kept.delete(name);
    await spooled?.close();
  }

  private atTheServer({ name, size, digests }: StagedElsewhere): StagedBlob {
    const from = staging + name;
    const to = blobName(digests.sha256);
    let ended = false;
    const prepare = async (): Promise<void> => {
      if ((await this.objects.size(to)) === size) return;
      if (ended || !(await serverCopy(this.objects, { from, to, size }, this.copying)))
        throw new StagedGone();
    };
    return {
      name,
      size,
      digests,
      prepare,
      publish: async () => {
        await prepare();
        if (!ended) this.removeLater(from);
        ended = true;
      },
      discard: async () => {
        if (ended) return;
        ended = true;
        await this.objects.remove(from);
      },
    };
  }

  /** Nobody waits for it; what stays is swept. */
  private removeLater(name: string): void {
    const removal = this.objects.remove(name).catch(() => undefined);
    this.removals.add(removal);
    void removal.then(() => this.removals.delete(removal));
  }
}
