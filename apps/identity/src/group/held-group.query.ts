import type { EntityManager } from 'typeorm';
import { GroupRow } from './group.entity.js';

/** The same of a group as `holdAccount` of an account: whether it is there, and stays until the transaction ends. */
export const holdGroup = async (tx: EntityManager, uuid: string): Promise<boolean> => {
  const lock = { mode: 'pessimistic_read' } as const;
  return (await tx.findOne(GroupRow, { select: { uuid: true }, where: { uuid }, lock })) !== null;
};
