import pg from 'pg';
import type { Installation } from '../installation/installation.js';
import { asOwner } from './connection.js';

/**
 * What the comment on the schema begins with while a restore has begun and not ended. Who prepares the database for an
 * installation of images (tools/images/prepare.mjs) looks for it, and nothing starts then.
 */
const beginning = 'restore: ';

const comment = "select obj_description('identity'::regnamespace, 'pg_namespace') as text";

/** What was noted; undefined: no restore has begun that has not ended. */
export const notedRestore = (installation: Installation): Promise<string | undefined> =>
  asOwner(installation, 'identity', async (client) => {
    const { rows } = await client.query<{ text: string | null }>(comment);
    const text = rows[0].text ?? '';
    return text.startsWith(beginning) ? text.slice(beginning.length) : undefined;
  });

/** Notes that a restore has begun, and what is to be done where it is cut off; undefined: that it has ended. */
export const noteRestore = (installation: Installation, advice: string | undefined): Promise<void> =>
  asOwner(installation, 'identity', async (client) => {
    const text = advice === undefined ? 'null' : pg.escapeLiteral(beginning + advice);
    await client.query(`comment on schema identity is ${text}`);
  });
