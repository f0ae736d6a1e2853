import { DomainError, type Principal, type Problems } from '@holdfast/kernel';

/** A `storage_limit` in bytes: as it was `sent`, as the object has it `now`, and the smallest limit `over` it. */
export interface WantedStorageLimit {
  sent: unknown;
  now: number | null;
  over: number | null | undefined;
}

/**
 * Only company admins may change a limit, and not to more than the limits over it: otherwise `maximum` is added to the
 * problems. Everybody may send the value that it has now. That value may be greater than a limit over it that has been
 * lowered since; this does no harm, because all limits are checked when bytes are stored.
 * @throws DomainError `forbidden` for others than company admins
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
