import type { ProjectScope, RepositoryScope } from '@holdfast/kernel';

/** What a storage limit may be set on, from the outside in. */
export const storageLevels = ['company', 'project', 'repository'] as const;
export type StorageLevel = (typeof storageLevels)[number];

/** Whose bytes they are, by uuids. */
export interface StoragePlace {
  company: string;
  project: string;
  repository: string;
}

/**
 * Asks for room before bytes are stored. Amounts are those of the whole lease and not what is to be added, so that a
 * question may be repeated. A lease that is neither renewed nor ended gives its room back after a minute.
 */
export interface LeaseStorage {
  /** A uuid that the asker has made up. */
  lease: string;
  place: StoragePlace;
  /** The repository's own limit; those of project and company are known. */
  limit?: number;
  /** So many bytes must fit, else it is refused. */
  fit: number;
  /** At most so many are held from now on. */
  hold: number;
}

/** The limit that is in the way. */
export interface RefusedStorage {
  refused: StorageLevel;
  limit: number;
}
export type LeasedStorage = { held: number } | RefusedStorage;

/** Whose bytes are about to be stored, and the limit of their repository itself. */
export type StorageOwner = Pick<LeaseStorage, 'place' | 'limit'>;

/** Undefined: no limit of repository, project or company is over them, and nothing has to be asked. */
export const limitedOwner = (
  company: { uuid: string },
  project: ProjectScope,
  repository: RepositoryScope,
): StorageOwner | undefined => {
  const limit = repository.storageLimit;
  if (limit === undefined && (project.storageLimit ?? undefined) === undefined) return undefined;
  const place = { company: company.uuid, project: project.uuid, repository: repository.uuid };
  return limit === undefined ? { place } : { place, limit };
};

/** Leases that are in use, at most 10,000: they live for another minute. */
export interface RenewStorage {
  leases: string[];
}

/** What a repository stores, as a whole. */
export interface StorageUsage extends StoragePlace {
  bytes: number;
  /** Grows with every change of `bytes`: an older version never replaces a newer. */
  version: number;
  /** There is no such repository any more. */
  gone?: true;
}

/**
 * Tells what repositories store, at most 1,000; and which leases end, since their bytes are stored now or never will
 * be.
 */
export interface SettleStorage {
  usages: StorageUsage[];
  ended?: string[];
}

/** A page of the repositories that the ledger knows, by uuid. */
export interface KnownStorage {
  after?: string;
}
export interface KnownStorageAnswer {
  places: StoragePlace[];
  more: boolean;
}
