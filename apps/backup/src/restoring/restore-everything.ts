import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessGone } from '@holdfast/platform/files';
import { openArtifactBlobs } from '../blob-stores.js';
import { blobsOf, restoreBlobs } from '../blobs/blob-copy.js';
import { endKeys } from '../database/ended-keys.query.js';
import { hasTables, restoreSchema } from '../database/database-copy.js';
import { directoryOf, type Installation } from '../installation/installation.js';
import { readManifest, repositoriesOf, type Manifest } from '../making/manifest.js';
import { restoreDirectory } from '../repositories/directory-restore.js';
import type { Piece, Vault } from '../vault/vault.js';
import { markRestore, unmarkRestore, writePrivate } from './private-file.js';

/** What was restored. */
export interface Restored {
  /** The moment of which it is (ISO). */
  point: string;
  repositories: number;
  blobs: number;
  rows: number;
  /** Sessions and keys that hold no more. */
  ended: number;
  /** What rows refer to and is not there, in words. */
  problems: string[];
}

/** How it is restored. */
export interface RestoreOptions {
  id: string;
  /** Keys of bots go on to hold. */
  keepsBotKeys: boolean;
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
  { id, keepsBotKeys, tell }: RestoreOptions,
): Promise<Restored> => {
  const manifest = await readManifest(vault, id);
  await refuseUnlessEmpty(installation, manifest);
  const { rows } = manifest.totals;
  const done: Restored = {
    ...{ point: manifest.point, repositories: 0, blobs: 0, rows, ended: 0 },
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
    await restoreDirectory(join(nodeOf(installation, node), 'intents'), vault, list);
  for await (const repository of repositoriesOf(vault, manifest)) {
    if (!repository.list) continue;
    await restoreAt(directoryOf(nodeOf(installation, repository.node), repository), vault, repository.list);
    done.repositories += 1;
  }
  tell('the database');
  for (const copy of manifest.schemas) {
    const owner = installation.schemas.find(({ name }) => name === copy.name);
    if (!owner) throw new Error(`the installation has no schema ${copy.name}`);
    await restoreSchema(owner, copy, vault);
  }
  done.ended = await endKeys(installation, { keepsBotKeys });
  await unmarkRestore(installation);
  return done;
};

const nodeOf = ({ nodes }: Installation, name: string): string => {
  const data = nodes[name];
  if (data === undefined)
    throw new Error(`the backup has repositories of the storage node ${name}: name it in HOLDFAST_NODES`);
  return data;
};

const refuseUnlessEmpty = async (installation: Installation, manifest: Manifest): Promise<void> => {
  const refuse = (what: string): never => {
    throw new Error(
      `there is something in ${what} already: restore into an installation that has nothing yet`,
    );
  };
  for (const node of Object.keys(manifest.journals)) {
    const data = nodeOf(installation, node);
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

const restoreAt = async (directory: string, vault: Vault, list: Piece): Promise<void> => {
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
  await restoreDirectory(directory, vault, list);
};
