/** A lock on the path of a file: it tells others that somebody changes the file. It stops no push by itself. */
export interface PathLock {
  id: string;
  path: string;
  /** Milliseconds since the epoch. */
  lockedAt: number;
  /** The id of the account that holds it; undefined: it is no more. */
  owner?: string;
  /** It is the caller's. */
  own: boolean;
}

/** Which locks of a repository are asked for, in the order in which they were made. */
export interface LockFilter {
  path?: string;
  id?: string;
  /** Only those that were made after the lock of this id. */
  after?: string;
  limit: number;
}

/** What is asked about the locks of a repository. */
export type LockQuestion =
  | { ask: 'lock'; path: string }
  | { ask: 'list'; filter: LockFilter }
  /** `force`: also a lock of somebody else. */
  | { ask: 'unlock'; id: string; force: boolean };

/** Why a question about locks is refused. */
export type LockRefusal =
  /** The caller may not do it. */
  | 'denied'
  /** There is no such lock. */
  | 'missing'
  /** It is the lock of somebody else. */
  | 'foreign'
  /** The repository has as many locks as it may have. */
  | 'full';

/** `held`: the lock that the path has already. `more`: there are others behind the last one. */
export type LockAnswer =
  { locks: PathLock[]; more?: true } | { held: PathLock } | { refused: LockRefusal; reason: string };
