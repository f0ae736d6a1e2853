import type { RefusalBody } from '@holdfast/kernel';

/** The transfers of Git LFS, with what each does to the repository. */
export const lfsTransfers = {
  'lfs-batch': 'read',
  'lfs-download': 'read',
  'lfs-locks': 'read',
  'lfs-upload': 'write',
  'lfs-verify': 'write',
  'lfs-lock': 'write',
} as const;

export type LfsService = keyof typeof lfsTransfers;

export const isLfsService = (service: string): service is LfsService => Object.hasOwn(lfsTransfers, service);

/** What `git-lfs-authenticate` gives a pass for, with the transfers that each needs. */
export const lfsPasses = {
  download: ['lfs-batch', 'lfs-download', 'lfs-locks'],
  upload: Object.keys(lfsTransfers).filter((service) => service !== 'lfs-download'),
} as const satisfies Record<string, readonly string[]>;

export type LfsOperation = keyof typeof lfsPasses;

export const isLfsOperation = (word: unknown): word is LfsOperation =>
  typeof word === 'string' && Object.hasOwn(lfsPasses, word);

/** Stands between the address of a repository and what its clients ask of LFS. */
export const lfsPath = 'info/lfs';

/** SHA-256 of a file, as everybody writes it. */
export const objectId = /^[0-9a-f]{64}$/;

export const lfsType = 'application/vnd.git-lfs+json';

/** The body in which clients look for the reason of a refusal, and `more`. */
export const lfsRefusal = (message: string, requestId?: string, more: object = {}): RefusalBody => ({
  type: lfsType,
  text: JSON.stringify({ ...more, message, ...(requestId === undefined ? {} : { request_id: requestId }) }),
});
