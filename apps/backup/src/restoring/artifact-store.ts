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
  const place = blobs.url ?? blobs.data;
  throw new Error(
    `there are artifacts in ${place} already: give HOLDFAST_BLOBS_URL another prefix, ` +
      'or, where the installation that has them is no more, say --take-artifacts',
  );
};

/**
 * Makes the restored installation another one than that of the backup. `takes`: the store of artifacts becomes its own
 * when it starts, whosever it was; where it was nobody's it does so anyway.
 */
export const settleStoreOwner = async (
  installation: Installation,
  { takes }: { takes: boolean },
): Promise<void> => {
  await renewStoreOwner(installation);
  if (!takes) return;
  const store = await openArtifactBlobs(installation.blobs);
  try {
    await store.owner.forget();
  } finally {
    await store.close();
  }
};
