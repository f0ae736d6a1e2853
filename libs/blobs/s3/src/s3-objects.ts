import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { BlobRange } from '@holdfast/blob-spi';
import { DomainError } from '@holdfast/kernel';
import { MultipartUpload } from './multipart-upload.js';
import { asStorageError, isContended, isMissing, isThereAlready, isUnknown } from './s3-errors.js';
import type { S3Place } from './s3-place.js';

/** Milliseconds until a connection is there, and for which a request may stand still. */
const connecting = 3_000;
const standingStill = 15_000;
/** Requests that fail by the server's or the network's fault are sent so often. */
const attempts = 4;
const connections = 128;
/** Waiting for one of them would time out where slow readers have them. */
const anyNumber = Infinity;
const listPage = 1000;

export interface ListedObject {
  readonly name: string;
  readonly changed: Date;
}

/** `maxAttempts`: of each request, `maxSockets`: at a time. */
export const clientOf = (
  { region, endpoint, profile, credentials }: S3Place,
  maxAttempts: number,
  maxSockets = connections,
): S3Client =>
  new S3Client({
    ...(endpoint === undefined
      ? { ...(region !== undefined && { region }) }
      : { endpoint, region: region ?? 'us-east-1', forcePathStyle: true }),
    ...(profile !== undefined && { profile }),
    ...(credentials && { credentials }),
    maxAttempts,
    requestHandler: {
      connectionTimeout: connecting,
      socketTimeout: standingStill,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  });

/**
 * The objects of a place, by their names below its prefix. All methods throw StorageFull, or a DomainError
 * `unavailable` where the server does not do what it is asked, whatever its reason is.
 */
export class S3Objects {
  private readonly client: S3Client;
  private readonly askingOnce: S3Client;
  /** For what clients take at their own pace. How many there are is bounded by their slots, and by nothing else. */
  private readonly reading: S3Client;

  constructor(private readonly place: S3Place) {
    this.client = clientOf(place, attempts);
    this.askingOnce = clientOf(place, 1);
    this.reading = clientOf(place, attempts, anyNumber);
  }

  /**
   * Makes an object unless it is there; `over`: in the place of what is. `sha256` in hex: the server compares it with
   * what it gets.
   */
  async put(name: string, bytes: Uint8Array, sha256: string, { over = false } = {}): Promise<void> {
    const asked = {
      ...this.at(name),
      Body: bytes,
      ContentLength: bytes.length,
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
    };
    const make = async (condition: { IfNoneMatch?: string }): Promise<void> => {
      await this.client.send(new PutObjectCommand({ ...asked, ...condition }));
    };
    await (over ? this.told(() => make({})) : this.made(make));
  }

  /** Bytes of the object; undefined: there is none. */
  async size(name: string): Promise<number | undefined> {
    return this.ifThere(async () => {
      const { ContentLength } = await this.client.send(new HeadObjectCommand(this.at(name)));
      return ContentLength;
    });
  }

  /** A part of the object, which is not empty; undefined: there is no object. */
  async get(name: string, { offset, length }: BlobRange): Promise<Readable | undefined> {
    return this.ifThere(async () => {
      const Range = `bytes=${offset}-${offset + length - 1}`;
      const { Body } = await this.reading.send(new GetObjectCommand({ ...this.at(name), Range }));
      return Body as Readable;
    });
  }

  /** All of a small object; undefined: there is none. A read that was cut off is begun anew. */
  whole(name: string): Promise<Buffer | undefined> {
    return this.ifThere(async () => {
      for (let again = attempts; ; again -= 1)
        try {
          const { Body } = await this.client.send(new GetObjectCommand(this.at(name)));
          return Buffer.from((await Body?.transformToByteArray()) ?? []);
        } catch (error) {
          if (isMissing(error) || again === 0) throw error;
        }
    });
  }

  /** It may be absent. */
  async remove(name: string): Promise<void> {
    await this.ifThere(() => this.client.send(new DeleteObjectCommand(this.at(name))));
  }

  /** The same by one request: when it is answered, no other one is under way. */
  async removeOnce(name: string): Promise<void> {
    await this.ifThere(() => this.askingOnce.send(new DeleteObjectCommand(this.at(name))));
  }

  /** Copies an object unless the copy is there; false: the source is not. For at most 5 GiB. */
  async copy(from: string, to: string): Promise<boolean> {
    const asked = { ...this.at(to), CopySource: this.sourceOf(from) };
    const copied = await this.ifThere(async () => {
      await this.client.send(new CopyObjectCommand(asked));
      return true;
    });
    return copied ?? false;
  }

  /** How `UploadPartCopy` names an object. */
  sourceOf(name: string): string {
    return encodeURI(`${this.place.bucket}/${this.place.prefix}${name}`);
  }

  /** Begins an object that comes in parts. */
  upload(name: string): Promise<MultipartUpload> {
    return MultipartUpload.begin(this.client, this.at(name));
  }

  /** All objects whose names begin so, by pages. */
  async *list(beginning: string): AsyncGenerator<ListedObject[]> {
    const asked = { Bucket: this.place.bucket, Prefix: this.place.prefix + beginning, MaxKeys: listPage };
    let token: string | undefined;
    do {
      const page = await this.told(() =>
        this.client.send(new ListObjectsV2Command({ ...asked, ContinuationToken: token })),
      );
      yield (page.Contents ?? []).map(({ Key = '', LastModified = new Date() }) => ({
        name: Key.slice(this.place.prefix.length),
        changed: LastModified,
      }));
      const { IsTruncated: hasMore = false, NextContinuationToken: next } = page;
      // It does not say how to go on, or would answer for ever. To end here would tell of some as if they were all.
      if (hasMore && (next === undefined || next === token))
        throw DomainError.unavailable('the storage does not list what it has');
      token = hasMore ? next : undefined;
    } while (token !== undefined);
  }

  /** Asks whether the bucket is there, and ours. */
  async check(): Promise<void> {
    const { bucket, prefix } = this.place;
    await this.told(() =>
      this.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })),
    );
  }

  /** Ends uploads in parts that began before, under names that begin so, until the signal. Answers how many. */
  async endUploads(beginning: string, before: Date, signal?: AbortSignal): Promise<number> {
    const { bucket, prefix } = this.place;
    const asked = { Bucket: bucket, Prefix: prefix + beginning, MaxUploads: listPage };
    const options = { ...(signal && { abortSignal: signal }) };
    let ended = 0;
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    try {
      while (!signal?.aborted) {
        const page = await this.told(() =>
          this.client.send(new ListMultipartUploadsCommand({ ...asked, ...from }), options),
        );
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (signal?.aborted) return ended;
          if (Initiated === undefined || Initiated >= before) continue;
          await this.ifThere(() =>
            this.client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), options),
          );
          ended += 1;
        }
        const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
        if (page.IsTruncated !== true || KeyMarker === undefined) return ended;
        // A server that goes no further would answer for ever.
        if (KeyMarker === from.KeyMarker && UploadIdMarker === from.UploadIdMarker) return ended;
        from = { KeyMarker, UploadIdMarker };
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    return ended;
  }

  close(): void {
    this.client.destroy();
    this.askingOnce.destroy();
    this.reading.destroy();
  }

  private at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.place.bucket, Key: this.place.prefix + name };
  }

  private async told<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw asStorageError(error);
    }
  }

  private ifThere<T>(ask: () => Promise<T>): Promise<T | undefined> {
    return this.told(() =>
      ask().catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    );
  }

  /** Makes what others may be making too: it is the same, whoever comes first. Some servers know no condition. */
  private made(make: (condition: { IfNoneMatch?: string }) => Promise<void>): Promise<void> {
    return this.told(async () => {
      for (let again = attempts; ; again -= 1)
        try {
          return await make({ IfNoneMatch: '*' });
        } catch (error) {
          if (isThereAlready(error)) return;
          if (isUnknown(error)) return make({});
          if (!isContended(error) || again === 0) throw error;
        }
    });
  }
}
