import { isJsonObject, isWellFormedText, timestamp } from '@holdfast/kernel';
import type { LockAnswer, LockFilter, LockRefusal, PathLock } from '@holdfast/vcs-spi';
import { LfsProblem } from './lfs-problem.js';

/** Locks of one page. */
const mostLocks = 100;
/** Bytes. */
const longestPath = 1_024;
const lockId = /^[0-9a-f]{24}$/;

const statusOf: Record<LockRefusal, number> = { denied: 403, missing: 404, foreign: 403, full: 422 };

/** A lock as clients of LFS know it. */
export const shownLock = ({ id, path, lockedAt, ...lock }: PathLock): object => ({
  ...{ id, path, locked_at: timestamp(new Date(lockedAt)) },
  owner: { name: ownerOf(lock) },
});

const ownerOf = ({ owner }: Pick<PathLock, 'owner'>): string => owner ?? 'somebody who is no more';

/** The path that is to be locked. @throws LfsProblem */
export const lockedPath = (body: unknown): string => {
  const path = isJsonObject(body) ? body.path : undefined;
  if (typeof path !== 'string' || !isFilePath(path)) throw new LfsProblem(422, 'path must be that of a file');
  return path;
};

const isFilePath = (path: string): boolean =>
  isWellFormedText(path) &&
  Buffer.byteLength(path) <= longestPath &&
  !/\p{Cc}/u.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** What the query of a list says. @throws LfsProblem */
export const filterOf = (query: URLSearchParams): LockFilter => {
  const [path, id] = [query.get('path') ?? '', query.get('id') ?? ''];
  if (!isWellFormedText(path)) throw new LfsProblem(422, 'path must be that of a file');
  if (!isWellFormedText(id)) throw new LfsProblem(422, 'id must be that of a lock');
  return {
    ...pageOf(query.get('cursor'), query.get('limit')),
    ...(path === '' ? {} : { path }),
    ...(id === '' ? {} : { id }),
  };
};

/** The same of a body that asks whose the locks are. @throws LfsProblem */
export const verifiedPage = (body: unknown): LockFilter => {
  if (!isJsonObject(body)) throw new LfsProblem(422, 'the body must be an object');
  return pageOf(body.cursor, body.limit);
};

const pageOf = (cursor: unknown, limit: unknown): LockFilter => {
  const most = limit === undefined || limit === null || limit === '' ? mostLocks : Number(limit);
  if (!Number.isSafeInteger(most) || most < 0) throw new LfsProblem(422, 'limit must be a whole number');
  const page = { limit: most === 0 ? mostLocks : Math.min(most, mostLocks) };
  if (cursor === undefined || cursor === null || cursor === '') return page;
  if (typeof cursor !== 'string' || !lockId.test(cursor))
    throw new LfsProblem(422, 'cursor must be one of ours');
  return { ...page, after: cursor };
};

/** The locks of an answer, and what leads to the next ones. @throws LfsProblem where it is refused */
export const listed = (answer: LockAnswer): { locks: PathLock[]; next: { next_cursor?: string } } => {
  if ('refused' in answer) throw new LfsProblem(statusOf[answer.refused], answer.reason);
  if ('held' in answer)
    throw new LfsProblem(409, `the path is locked already, by ${ownerOf(answer.held)}`, {
      lock: shownLock(answer.held),
    });
  const { locks, more } = answer;
  const last = locks.at(-1)?.id;
  return { locks, next: more && last !== undefined ? { next_cursor: last } : {} };
};
