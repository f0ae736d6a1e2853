import { uniqueViolation } from '@holdfast/platform/persistence';
import type { EntityManager } from 'typeorm';

/**
 * The id of an object from its deactivation on: the old id, a hyphen, and the smallest number from 1 that no
 * object of the same scope has. Callers hold the row and write it by `underFreeId`.
 */
export const deactivatedId = async (
  tx: EntityManager,
  table: 'account' | 'project' | 'company',
  company: string,
  id: string,
): Promise<string> => {
  const taken: { id: string }[] = await tx.query(
    // Every id that begins with the old one and a hyphen; a full stop is the character after the hyphen.
    // Companies are unique in the installation, everything else in its company.
    `select id from ${table} where ${table === 'company' ? '$1::uuid is not null' : 'company_uuid = $1'} and id >= $2 || '-' and id < $2 || '.'`,
    [company, id],
  );
  const used = new Set(taken.map((row) => row.id));
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
