import type { EntityManager } from 'typeorm';

/**
 * Whether what a new row shall point to is there, and stays there until the transaction ends: whoever ends it waits,
 * and takes the new row with it. Without this a link could be made to an account that has just ended.
 */
const held =
  (text: string) =>
  async (tx: EntityManager, uuid: string): Promise<boolean> =>
    (await tx.query<unknown[]>(`${text} for share`, [uuid])).length > 0;

export const holdAccount = held('select 1 from account where uuid = $1 and deleted_at is null');
export const holdGroup = held('select 1 from "group" where uuid = $1');
