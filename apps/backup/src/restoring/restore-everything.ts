import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessGone } from '@holdfast/platform/files';
import { openArtifactBlobs } from '../blob-stores.js';
import { blobsOf, restoreBlobs } from '../blobs/blob-copy.js';
import { endKeys } from '../database/ended-keys.query.js';
import { hasTables, restoreSchema } from '../database/database-copy.js';
import { stopMirrors } from '../database/stopped-mirrors.query.js';
import { dataOf, type Installation } from '../installation/installation.js';
import { readManifest, type Manifest } from '../making/manifest.js';
import { restoreDirectory } from '../repositories/directory-restore.js';
import type { Piece, Vault } from '../vault/vault.js';
import { refuseUsedStore, settleStoreOwner } from './artifact-store.js';
import { markRestore, unmarkRestore, writePrivate } from './private-file.js';
import { restoreRepositories } from './restore-repositories.js';

/** What was restored. */
export interface Restored {
  /** The moment of which it is (ISO). */
  point: string;
  repositories: number;
  blobs: number;
  rows: number;
  /** Sessions and keys that hold no more. */
  ended: number;
  /** Mirrors that were switched off. */
  mirrors: number;
  /** What rows refer to and is not there, in words. */
  problems: string[];
}

/** How it is restored. */
export interface RestoreOptions {
  id: string;
  /** Keys of bots go on to hold. */
  keepsBotKeys: boolean;
  /** Mirrors go on, each with what it has or gets now. */
  keepsMirrors: boolean;
  /** The artifacts that are in the store already are to be the restored installation's own. */
  takesArtifacts?: boolean;
  tell: (line: string) => void;
}

/**
 * Restores a backup into an installation that has nothing yet and does not run. What is cut off is begun anew after the
 * home has been emptied.
 * @throws Error where the installation has something already
 */
export const restoreEverything = async (
  installation: Installation,
  vault: Vault,
  { id, keepsBotKeys, keepsMirrors, takesArtifacts = false, tell }: RestoreOptions,
): Promise<Restored> => {
  const manifest = await readManifest(vault, id);
  if (!takesArtifacts) await refuseUsedStore(installation);
  await refuseUnlessEmpty(installation, manifest);
  const { rows } = manifest.totals;
  const done: Restored = {
    ...{ point: manifest.point, repositories: 0, blobs: 0, rows, ended: 0, mirrors: 0 },
    problems: [...manifest.problems],
  };
  await markRestore(installation, 'remove that directory, and restore the backup again');
  await restoreFiles(installation, manifest, vault);
  tell('the artifacts');
  const store = await openArtifactBlobs(installation.blobs);
  try {
    done.blobs = await restoreBlobs(store, blobsOf(vault, manifest.blobs), vault);
  } finally {
    await store.close();
  }
  tell('the repositories');
  for (const [node, list] of Object.entries(manifest.journals))
    await restoreDirectory(join(dataOf(installation, node), 'intents'), vault, list);
  await restoreRepositories(installation, manifest, vault, done);
  tell('the database');
  for (const copy of manifest.schemas) {
    const owner = installation.schemas.find(({ name }) => name === copy.name);
    if (!owner) throw new Error(`the installation has no schema ${copy.name}`);
    await restoreSchema(owner, copy, vault);
  }
  done.ended = await endKeys(installation, { keepsBotKeys });
  if (!keepsMirrors) done.mirrors = await stopMirrors(installation);
  await settleStoreOwner(installation, { takes: takesArtifacts });
  await unmarkRestore(installation);
  return done;
};

const refuseUnlessEmpty = async (installation: Installation, manifest: Manifest): Promise<void> => {
  const refuse = (what: string): never => {
    throw new Error(
      `there is something in ${what} already: restore into an installation that has nothing yet`,
    );
  };
  for (const node of Object.keys(manifest.journals)) {
    const data = dataOf(installation, node);
    if (await stat(join(data, 'intents')).catch(unlessGone)) refuse(data);
  }
  for (const owner of installation.schemas)
    if (await hasTables(owner)) refuse(`the schema ${owner.name} of the database`);
};

const restoreFiles = async (
  { files, secrets }: Installation,
  manifest: Manifest,
  vault: Vault,
): Promise<void> => {
  for (const [name, piece] of Object.entries(manifest.files))
    if (files[name] !== undefined) await writePrivate(files[name], await wholeOf(vault, piece));
  if (manifest.secret === undefined || secrets === undefined) return;
  const known = JSON.parse((await readFile(secrets, 'utf8').catch(unlessGone)) ?? '{}') as object;
  const text = `${JSON.stringify({ ...known, secret: manifest.secret }, null, 2)}\n`;
  await writePrivate(secrets, Buffer.from(text));
};

const wholeOf = async (vault: Vault, piece: Piece): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const bytes of vault.read(piece)) parts.push(bytes);
  return Buffer.concat(parts);
};
