import { statement } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';
import { ownerStands } from './owned-account.query.js';

/** By hand: it says of one account what the statements about keys say of all. */
const standing = statement<{ uuid: string }>(
  'account_standing',
  `select a.uuid from account a where a.uuid = $1 and ${ownerStands}`,
);

/** Whether the password of this account counts: that of a bot does under an owner under whom its key works, too. */
export const passwordStands = async (source: DataSource, account: string): Promise<boolean> =>
  (await standing(source, [account])).length > 0;
