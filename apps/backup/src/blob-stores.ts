import { FilesystemBlobReader, FilesystemBlobStore } from '@holdfast/blob-filesystem';
import type { S3Objects } from '@holdfast/blob-s3';
import type { BlobReader, BlobStore } from '@holdfast/blob-spi';

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

/** The same to read from only: nothing is made in a directory, to which this process may have no right to write. */
export const openArtifactReader = (place: { data: string; url?: string }): Promise<BlobReader> =>
  place.url === undefined ? Promise.resolve(FilesystemBlobReader.at(place.data)) : openArtifactBlobs(place);

/** The objects at `s3://…`. @throws Error that says what is wrong with the address, or with what is there */
export const openBucket = async (url: string): Promise<S3Objects> => {
  const { S3Objects, s3Place } = await import('@holdfast/blob-s3');
  const objects = new S3Objects(s3Place(url));
  await objects.check();
  return objects;
};
