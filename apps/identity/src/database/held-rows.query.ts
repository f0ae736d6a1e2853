import type { EntityManager } from 'typeorm';
import { IsNull } from 'typeorm';
import { AccountRow } from '../account/account.entity.js';
import { GroupRow } from '../group/group.entity.js';

const lock = { mode: 'pessimistic_read' } as const;
const select = { uuid: true } as const;

/**
 * Whether what a new row shall point to is there, and stays there until the transaction ends: whoever ends it waits,
 * and takes the new row with it. Without this a link could be made to an account that has just ended.
 */
export const holdAccount = async (tx: EntityManager, uuid: string): Promise<boolean> =>
  (await tx.findOne(AccountRow, { select, where: { uuid, deletedAt: IsNull() }, lock })) !== null;

/** The same of a group. */
export const holdGroup = async (tx: EntityManager, uuid: string): Promise<boolean> =>
  (await tx.findOne(GroupRow, { select, where: { uuid }, lock })) !== null;
