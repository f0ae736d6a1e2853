import { FilesystemBlobReader, FilesystemBlobStore } from '@holdfast/blob-filesystem';
import type { BlobReader, BlobStore } from '@holdfast/blob-spi';
import { DiskRoom } from '@holdfast/kernel';

/**
 * Every kind of blob store that the gateway stages uploads in, by how it is opened. `reserve`: what stays free
 * (bytes).
 */
export const openBlobStore = (data: string, reserve?: number): Promise<BlobStore> =>
  FilesystemBlobStore.open(data, new DiskRoom(data, reserve));

/**
 * Every kind of store from which the gateway reads what it is granted by a digest: at the address of a bucket, whose
 * client is loaded then, or in a directory. `clientEndpoint`: the server of the bucket as clients reach it.
 */
export const openBlobs = async (place: string, clientEndpoint?: string): Promise<BlobReader> => {
  if (!place.startsWith('s3:')) return FilesystemBlobReader.at(place);
  const { S3Reader, s3Place } = await import('@holdfast/blob-s3');
  const read = s3Place(place);
  if (clientEndpoint === undefined) return new S3Reader(read);
  // Signatures are for a region; at a server that is named nobody asks AWS which one.
  if (read.endpoint === undefined && read.region === undefined)
    throw new Error('HOLDFAST_BLOBS_CLIENT_ENDPOINT needs a region in HOLDFAST_BLOBS_URL');
  return new S3Reader({ ...read, clientEndpoint });
};
