import { S3ServiceException } from '@aws-sdk/client-s3';
import { StorageFull } from '@holdfast/blob-spi';
import { DomainError } from '@holdfast/kernel';

/** What servers call it when there is no room; 507 is said without a name by some. */
const fullNames = new Set([
  'QuotaExceeded',
  'InsufficientStorage',
  'XMinioStorageFull',
  'InsufficientCapacity',
]);

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Whether the server said that there is no such object. Without its bucket nothing is known of an object. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';

/** Whether the object was there already, for a request that is to make it only where it is not. */
export const isThereAlready = (error: unknown): boolean => statusOf(error) === 412;

/** Whether somebody else was making the same object at that moment. */
export const isContended = (error: unknown): boolean => statusOf(error) === 409;

/** Whether the server does not know what was asked of it. */
export const isUnknown = (error: unknown): boolean => statusOf(error) === 501;

/** The error as a store tells it. What the server does not do is tried again later, whatever its reason is. */
export const asStorageError = (error: unknown): Error => {
  if (error instanceof StorageFull || error instanceof DomainError) return error;
  const name = error instanceof Error ? error.name : '';
  if (statusOf(error) === 507 || fullNames.has(name)) return new StorageFull(error);
  return DomainError.unavailable('the storage does not answer', error);
};
