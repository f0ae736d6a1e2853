import { statement } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';
import type { AccountRow } from './account.entity.js';
import { ownerStands } from './owned-account.query.js';

/** By hand: it says of one bot what the statements about keys say of all. */
const standing = statement<{ uuid: string }>(
  'account_standing',
  `select a.uuid from account a where a.uuid = $1 and ${ownerStands}`,
);

/** Whether the password of this account counts: that of a bot does under an owner under whom its key works, too. */
export const passwordStands = async (
  source: DataSource,
  { uuid, type }: Pick<AccountRow, 'uuid' | 'type'>,
): Promise<boolean> => type !== 'bot' || (await standing(source, [uuid])).length > 0;
