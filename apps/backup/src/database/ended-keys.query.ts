import type { Installation } from '../installation/installation.js';
import { asOwner } from './connection.js';

/** What opens a door for somebody, or would be carried out once more, as it was known long ago. */
const ended = [
  'delete from identity.password_recovery',
  'delete from identity.idempotency',
  'delete from identity.storage_lease',
];

const sessions = `
  delete from identity.session s using identity.account a
   where a.uuid = s.account_uuid and (a.type <> 'bot' or not $1)`;

/** Ends all sessions, and the keys of bots unless they are kept. Answers how many. */
export const endKeys = (
  installation: Installation,
  { keepsBotKeys }: { keepsBotKeys: boolean },
): Promise<number> =>
  asOwner(installation, 'identity', async (client) => {
    for (const statement of ended) await client.query(statement);
    return (await client.query(sessions, [keepsBotKeys])).rowCount ?? 0;
  });
