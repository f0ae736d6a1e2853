import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { SignedAnswer } from '@holdfast/blob-spi';
import { asStorageError } from './s3-errors.js';
import { clientOf } from './s3-objects.js';
import type { S3Place } from './s3-place.js';

/** Addresses of objects that are good for whoever has them, for some seconds. They are made without a request. */
export class SignedObjects {
  private readonly client: S3Client;

  constructor(private readonly place: S3Place) {
    this.client = clientOf({ ...place, endpoint: place.clientEndpoint ?? place.endpoint }, 1);
  }

  /** A browser keeps what it gets: none of it runs where the bucket is. */
  async of(name: string, { type, fileName, seconds }: SignedAnswer): Promise<string> {
    const { bucket, prefix } = this.place;
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: prefix + name,
      ResponseContentType: type,
      ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    });
    try {
      return await getSignedUrl(this.client, command, { expiresIn: seconds });
    } catch (error) {
      throw asStorageError(error);
    }
  }

  close(): void {
    this.client.destroy();
  }
}
