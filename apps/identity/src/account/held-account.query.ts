import { IsNull, type EntityManager } from 'typeorm';
import { AccountRow } from './account.entity.js';

/**
 * Whether the account that a new row shall point to is active, and stays so until the transaction ends: whoever ends
 * it waits, and takes the new row with it. Without this a link could be made to an account that has just ended.
 */
export const holdAccount = async (tx: EntityManager, uuid: string): Promise<boolean> => {
  const lock = { mode: 'pessimistic_read' } as const;
  const where = { uuid, deletedAt: IsNull() };
  return (await tx.findOne(AccountRow, { select: { uuid: true }, where, lock })) !== null;
};
