import { repositoryRows, wantedBlobs, type RepositoryLine } from '../database/catalogue.query.js';
import { DatabaseSnapshot, type SchemaCopy } from '../database/database-copy.js';
import { LiveCatalogue } from '../database/live-catalogue.js';
import { RowSpool } from '../database/row-spool.js';
import type { WantedBlob } from '../blobs/blob-copy.js';
import type { Installation } from '../installation/installation.js';
import type { Vault } from '../vault/vault.js';

/** What of the database is copied at one moment. */
interface Taken {
  at: Date;
  schemas: SchemaCopy[];
  repositories: RowSpool<RepositoryLine>;
  blobs: RowSpool<WantedBlob>;
  /** As it is now. */
  catalogue: LiveCatalogue;
}

/**
 * Copies the database as it is at one moment into the vault, and then does `work`, which copies what the rows refer to.
 * Until that has ended nothing of it is removed; but no transaction is open, since the database would have to keep all
 * that is removed for so long.
 */
export const takeDatabase = async <T>(
  { installation, vault, told }: { installation: Installation; vault: Vault; told: (at: Date) => void },
  work: (taken: Taken) => Promise<T>,
): Promise<T> => {
  const snapshot = await DatabaseSnapshot.take(installation.schemas);
  const open: (RowSpool<unknown> | LiveCatalogue)[] = [];
  const opened = <O extends (typeof open)[number]>(one: O): O => {
    open.push(one);
    return one;
  };
  try {
    const { at } = snapshot;
    told(at);
    const schemas: SchemaCopy[] = [];
    for (const { name } of installation.schemas) schemas.push(await snapshot.copy(name, vault));
    const repositories = opened(await RowSpool.of(repositoryRows(snapshot)));
    const blobs = opened(await RowSpool.of(wantedBlobs(snapshot)));
    await snapshot.settle();
    const catalogue = opened(await LiveCatalogue.open(installation));
    return await work({ at, schemas, repositories, blobs, catalogue });
  } finally {
    for (const each of open) await each.close();
    await snapshot.end();
  }
};
