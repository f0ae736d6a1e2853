import { FilesystemBlobStore } from '@holdfast/blob-filesystem';
import type { S3Objects } from '@holdfast/blob-s3';
import type { BlobStore } from '@holdfast/blob-spi';

/** The store of artifacts of an installation: the directory `data`, or the bucket at `url`. */
export const openArtifactBlobs = async ({
  data,
  url,
}: {
  data: string;
  url?: string;
}): Promise<BlobStore> => {
  if (url === undefined) return FilesystemBlobStore.open(data);
  const { S3BlobStore, s3Place } = await import('@holdfast/blob-s3');
  return S3BlobStore.open(s3Place(url), data);
};

/** The objects at `s3://…`. @throws Error that says what is wrong with the address, or with what is there */
export const openBucket = async (url: string): Promise<S3Objects> => {
  const { S3Objects, s3Place } = await import('@holdfast/blob-s3');
  const objects = new S3Objects(s3Place(url));
  await objects.check();
  return objects;
};
