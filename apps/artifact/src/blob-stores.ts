import { FilesystemBlobStore } from '@holdfast/blob-filesystem';
import { PairedBlobStore, type BlobStore } from '@holdfast/blob-spi';
import type { DiskRoom } from '@holdfast/kernel';

/** The token under which the store of an installation is injected. */
export const blobStore = Symbol('blob store');

/** The token of the stores that it consists of. */
export const blobStores = Symbol('blob stores');

export interface NamedStore {
  /** Its address, or `disk`. */
  readonly name: string;
  readonly store: BlobStore;
}

/** The stores of an installation. */
export interface BlobStores {
  /** To which all goes. */
  readonly into: NamedStore;
  /** In which blobs may lie besides. */
  readonly former?: NamedStore;
}

/** How the store in the directory of the service is called where others are by their addresses. */
const onDisk = 'disk';

/** Every kind of blob store, by how it is opened. A bucket has a client that takes memory and is loaded then. */
const opened = async (name: string, data: string, disk: DiskRoom): Promise<NamedStore> => {
  if (name === onDisk) return { name, store: await FilesystemBlobStore.open(data, disk) };
  const { S3BlobStore, s3Place } = await import('@holdfast/blob-s3');
  return { name, store: await S3BlobStore.open(s3Place(name), data) };
};

/** `url`: a bucket; without it the directory `data` is the store. `other`: the same, or `disk`. */
export const openBlobStores = async (
  { data, url = onDisk, other }: { data: string; url?: string | undefined; other?: string | undefined },
  disk: DiskRoom,
): Promise<BlobStores> => ({
  into: await opened(url, data, disk),
  ...(other !== undefined && { former: await opened(other, data, disk) }),
});

/** The stores as one. */
export const oneStoreOf = ({ into, former }: BlobStores): BlobStore =>
  former ? new PairedBlobStore(into.store, former.store) : into.store;
