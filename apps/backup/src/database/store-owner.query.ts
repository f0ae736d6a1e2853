import type { Installation } from '../installation/installation.js';
import { asOwner } from './connection.js';

/** Backups of earlier versions do not have it. */
const present = "select to_regclass('artifact.store_owner') is not null as present";
const renewed = 'update artifact.store_owner set uuid = gen_random_uuid() returning uuid';

/**
 * A restored database claims a store of blobs as somebody else than the one of which it is a copy. Answers as whom;
 * undefined: it gets a name when it is brought up to date.
 */
export const renewStoreOwner = (installation: Installation): Promise<string | undefined> =>
  asOwner(installation, 'artifact', async (client) => {
    const { rows } = await client.query<{ present: boolean }>(present);
    if (!rows[0].present) return undefined;
    const { rows: names } = await client.query<{ uuid: string }>(renewed);
    return names.at(0)?.uuid;
  });
