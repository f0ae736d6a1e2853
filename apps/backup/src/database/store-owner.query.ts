import type { Installation } from '../installation/installation.js';
import { connectAs } from './connection.js';

/** Backups of earlier versions do not have it. */
const present = "select to_regclass('artifact.store_owner') is not null as present";
const renewed = 'update artifact.store_owner set uuid = gen_random_uuid()';

/** A restored database claims a store of blobs as somebody else than the one of which it is a copy. */
export const renewStoreOwner = async ({ schemas }: Installation): Promise<void> => {
  const owner = schemas.find(({ name }) => name === 'artifact');
  if (!owner) throw new Error('the installation has no schema artifact');
  const client = await connectAs(owner);
  try {
    const { rows } = await client.query<{ present: boolean }>(present);
    if (rows[0].present) await client.query(renewed);
  } finally {
    await client.end();
  }
};
