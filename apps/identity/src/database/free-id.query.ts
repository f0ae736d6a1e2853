import { uniqueViolation } from '@holdfast/platform/persistence';
import type { EntityManager } from 'typeorm';

/**
 * The id of an object from its deactivation on: the old id, a hyphen, and the smallest number from 1 that no
 * object of the same scope has. Callers hold the row and write it by `underFreeId`. Companies are unique in the
 * installation, everything else in its company.
 */
export const deactivatedId = async (
  tx: EntityManager,
  entity: new () => { id: string },
  { id, companyUuid: company }: { id: string; companyUuid?: string },
): Promise<string> => {
  const query = tx
    .createQueryBuilder(entity, 'o')
    .select('o.id', 'id')
    // Every id that begins with the old one and a hyphen; a full stop is the character after the hyphen.
    .where(`o.id >= :id || '-' and o.id < :id || '.'`, { id });
  if (company !== undefined) query.andWhere('o.companyUuid = :company', { company });
  const taken = await query.getRawMany<{ id: string }>();
  return firstFree(
    id,
    taken.map((row) => row.id),
  );
};

/** The id, a hyphen, and the smallest number from 1 with which it is not taken. */
export const firstFree = (id: string, taken: readonly string[]): string => {
  const used = new Set(taken);
  let number = 1;
  while (used.has(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
};

/**
 * Writes a row under the id that was found free. If somebody took it meanwhile the error is one after which
 * `transaction` tries the whole use case again.
 */
export const underFreeId = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (uniqueViolation(error) === undefined) throw error;
    throw Object.assign(new Error('the free id was taken meanwhile', { cause: error }), { code: '40001' });
  }
};
