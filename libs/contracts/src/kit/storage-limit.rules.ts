import { DomainError, type Principal, type Problems } from '@holdfast/kernel';

/** A `storage_limit` as it was sent with an object, as the object has it, and the smallest of those over it. */
export interface WantedStorageLimit {
  sent: unknown;
  now: number | null;
  over: number | null | undefined;
}

/**
 * Company admins set limits, never above one that is over them. What would change nothing is anybody's to send, and
 * stays even where a limit over it has become smaller since: all limits over a byte hold together.
 * @throws DomainError `forbidden`
 */
export const judgeStorageLimit = (
  caller: Pick<Principal, 'companyAdmin'>,
  { sent, now, over }: WantedStorageLimit,
  problems: Problems,
): void => {
  if (sent === undefined || sent === now) return;
  if (!caller.companyAdmin) throw DomainError.forbidden('only company admins set storage limits');
  if (typeof sent === 'number' && typeof over === 'number' && sent > over)
    problems.add('storage_limit', { maximum: over });
};
