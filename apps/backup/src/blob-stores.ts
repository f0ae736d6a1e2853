import { FilesystemBlobReader, FilesystemBlobStore } from '@holdfast/blob-filesystem';
import type { S3Objects } from '@holdfast/blob-s3';
import { PairedBlobStore, PairedReader, type BlobReader, type BlobStore } from '@holdfast/blob-spi';
import type { ArtifactPlaces } from './installation/installation.js';

/** All artifacts of an installation, wherever they lie. */
export const openArtifactBlobs = async (places: ArtifactPlaces): Promise<BlobStore> => {
  const into = await openNewArtifacts(places);
  const other = otherOf(places);
  return other ? new PairedBlobStore(into, await openNewArtifacts(other)) : into;
};

/**
 * The store to which its new artifacts go. What is restored goes there, also where the other one has it: that one may
 * be taken away.
 */
export const openNewArtifacts = async ({ data, url }: ArtifactPlaces): Promise<BlobStore> => {
  if (url === undefined) return FilesystemBlobStore.open(data);
  const { S3BlobStore, s3Place } = await import('@holdfast/blob-s3');
  return S3BlobStore.open(s3Place(url), data);
};

/** All to read from only: nothing is made in a directory, to which this process may have no right to write. */
export const openArtifactReader = async (places: ArtifactPlaces): Promise<BlobReader> => {
  const into = await readerOf(places);
  const other = otherOf(places);
  return other ? new PairedReader(into, await readerOf(other)) : into;
};

const readerOf = async ({ data, url }: ArtifactPlaces): Promise<BlobReader> => {
  if (url === undefined) return FilesystemBlobReader.at(data);
  const { S3Reader, s3Place } = await import('@holdfast/blob-s3');
  return new S3Reader(s3Place(url));
};

const otherOf = ({ data, other }: ArtifactPlaces): ArtifactPlaces | undefined => {
  if (other === undefined) return undefined;
  return other === 'disk' ? { data } : { data, url: other };
};

/** The objects at `s3://…`. @throws Error that says what is wrong with the address, or with what is there */
export const openBucket = async (url: string): Promise<S3Objects> => {
  const { S3Objects, s3Place } = await import('@holdfast/blob-s3');
  const objects = new S3Objects(s3Place(url));
  await objects.check();
  return objects;
};
