import type { Installation } from '../installation/installation.js';
import { asOwner } from './connection.js';

/**
 * Switches mirrors off: of some repositories (`$1`), or of all. A push mirror would take from the other side what came
 * there after the backup, and a pull mirror from the restored repository what the other side has lost.
 */
export const stopMirrorsOf = `
  update repository.remote
     set enabled = false, due = null, error = 'restored from a backup: look at the other side, then switch it on'
   where purpose = 'mirror' and enabled and ($1::uuid[] is null or repository = any($1))
  returning repository`;

/** Backups of early versions have none. */
const hasMirrors = "select from pg_class where oid = to_regclass('repository.remote')";

/** Switches all mirrors off. Answers how many. */
export const stopMirrors = (installation: Installation): Promise<number> =>
  asOwner(installation, 'repository', async (client) => {
    const { rowCount } = await client.query(hasMirrors);
    return rowCount === 0 ? 0 : ((await client.query(stopMirrorsOf, [null])).rowCount ?? 0);
  });
