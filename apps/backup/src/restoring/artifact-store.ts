import { openArtifactBlobs } from '../blob-stores.js';
import { renewStoreOwner } from '../database/store-owner.query.js';
import type { Installation } from '../installation/installation.js';

/** @throws Error where the store of artifacts has some, or is somebody's: he and the restored one would share it */
export const refuseUsedStore = async ({ blobs }: Installation): Promise<void> => {
  const store = await openArtifactBlobs(blobs);
  try {
    if (await store.owner.isUnused()) return;
  } finally {
    await store.close();
  }
  const places = [blobs.url ?? blobs.data, blobs.other === 'disk' ? blobs.data : blobs.other];
  const place = places.filter((each) => each !== undefined).join(' or ');
  throw new Error(
    `there are artifacts in ${place} already: give HOLDFAST_BLOBS_URL another prefix, ` +
      'or, where the installation that has them is no more, say --take-artifacts',
  );
};

/**
 * Makes the restored installation another one than that of the backup. `takes`: the store of artifacts is its own from
 * now on, whosever it was (of a backup without owners: when it starts); where it was nobody's it is when it starts.
 */
export const settleStoreOwner = async (
  installation: Installation,
  { takes }: { takes: boolean },
): Promise<void> => {
  const uuid = await renewStoreOwner(installation);
  if (!takes) return;
  const store = await openArtifactBlobs(installation.blobs);
  try {
    if (uuid === undefined) await store.owner.forget();
    // The former owner may live after all, and claims what is nobody's.
    else while ((await store.owner.claim(uuid)) !== uuid) await store.owner.forget();
  } finally {
    await store.close();
  }
};
