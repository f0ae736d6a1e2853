import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BlobRange } from '@holdfast/blob-spi';
import { asStorageError, isMissing } from './s3-errors.js';

interface ObjectAt {
  readonly Bucket: string;
  readonly Key: string;
}

/** An object that comes in parts, numbered from 1, in any order; it is there when all have come and it is completed. */
export class MultipartUpload {
  private readonly parts: CompletedPart[] = [];

  private constructor(
    private readonly client: S3Client,
    private readonly at: ObjectAt & { readonly UploadId: string | undefined },
  ) {}

  static async begin(client: S3Client, at: ObjectAt): Promise<MultipartUpload> {
    const asked = new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: 'CRC32' });
    const { UploadId } = await client.send(asked).catch(refuse);
    return new MultipartUpload(client, { ...at, UploadId });
  }

  /** The server compares the bytes with their CRC-32. */
  async add(number: number, bytes: Uint8Array): Promise<void> {
    const asked = { ...this.at, PartNumber: number, Body: bytes, ContentLength: bytes.length };
    const { ETag, ChecksumCRC32 } = await this.client
      .send(new UploadPartCommand({ ...asked, ChecksumAlgorithm: 'CRC32' }))
      .catch(refuse);
    this.parts.push({ PartNumber: number, ETag, ChecksumCRC32 });
  }

  /** Takes a part from an object that is there; false: it is not. */
  async take(number: number, source: string, { offset, length }: BlobRange): Promise<boolean> {
    const CopySourceRange = `bytes=${offset}-${offset + length - 1}`;
    const asked = { ...this.at, PartNumber: number, CopySource: source, CopySourceRange };
    try {
      const { CopyPartResult } = await this.client.send(new UploadPartCopyCommand(asked));
      this.parts.push({
        PartNumber: number,
        ETag: CopyPartResult?.ETag,
        ChecksumCRC32: CopyPartResult?.ChecksumCRC32,
      });
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw asStorageError(error);
    }
  }

  async complete(): Promise<void> {
    const Parts = this.parts.toSorted((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
    const asked = new CompleteMultipartUploadCommand({ ...this.at, MultipartUpload: { Parts } });
    await this.client.send(asked).catch(refuse);
  }

  /** Leaves nothing of it; what cannot be removed now, a sweep removes later. */
  async abort(): Promise<void> {
    await this.client.send(new AbortMultipartUploadCommand(this.at)).catch(() => undefined);
  }
}

const refuse = (error: unknown): never => {
  throw asStorageError(error);
};
