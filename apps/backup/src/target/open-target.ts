import { isAbsolute } from 'node:path';
import { openBucket } from '../blob-stores.js';
import type { BackupTarget } from './backup-target.js';
import { BucketTarget } from './bucket-target.js';
import { DirectoryTarget } from './directory-target.js';

/** Opens the place at an address: an absolute directory, or `s3://…`. @throws Error that says what is wrong with it */
export const openTarget = async (url: string | undefined): Promise<BackupTarget> => {
  if (url === undefined) throw new Error('say where backups are: --at PLACE, or HOLDFAST_BACKUP_URL');
  if (url.startsWith('s3:')) return new BucketTarget(await openBucket(url));
  if (!isAbsolute(url))
    throw new Error(`${url} is no place for backups: an absolute directory is needed, or s3://bucket/prefix`);
  return DirectoryTarget.open(url);
};
