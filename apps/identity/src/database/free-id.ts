import { freeId, uniqueViolation } from '@holdfast/platform/persistence';
import type { EntityManager } from 'typeorm';

/**
 * The id of an object from its deactivation on. Callers hold the row and write it by `underFreeId`. Companies are
 * unique in the installation, everything else in its company.
 */
export const deactivatedId = (
  tx: EntityManager,
  entity: new () => { id: string },
  { id, companyUuid }: { id: string; companyUuid?: string },
): Promise<string> =>
  freeId(
    tx,
    entity,
    id,
    companyUuid === undefined ? undefined : { column: 'company_uuid', uuid: companyUuid },
  );

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
