import { uniqueViolation } from '@holdfast/platform/persistence';
import type { EntityManager } from 'typeorm';

/** Numbers that are tried. Whoever has made so many objects of one id gets another number. */
const mostTried = 100_000;

/**
 * The id of an object from its deactivation on: the old id, a hyphen, and the smallest number from 1 that no
 * object of the same scope has; beyond `mostTried` the time. Callers hold the row and write it by `underFreeId`.
 * Companies are unique in the installation, everything else in its company.
 *
 * By hand: the database looks for the first free number and stops there, by one look at the index for each. What
 * begins so may be as much as somebody likes, and none of it comes here. Written as a join it could read the table.
 */
export const deactivatedId = async (
  tx: EntityManager,
  entity: new () => { id: string },
  { id, companyUuid }: { id: string; companyUuid?: string },
): Promise<string> => {
  const { tableName } = tx.connection.getMetadata(entity);
  const scope = companyUuid === undefined ? '' : 'and o.company_uuid = $2';
  const [free] = await tx.query<{ number: number }[]>(
    `select number from generate_series(1, ${mostTried}) number
      where (select 1 from "${tableName}" o where o.id = $1::text || '-' || number ${scope}) is null limit 1`,
    companyUuid === undefined ? [id] : [id, companyUuid],
  );
  return `${id}-${free?.number ?? Date.now()}`;
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
