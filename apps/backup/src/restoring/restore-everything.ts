import { readFile } from 'node:fs/promises';
import { unlessGone } from '@holdfast/platform/files';
import { openNewArtifacts } from '../blob-stores.js';
import { blobsOf } from '../blobs/blob-copy.js';
import { restoreBlobs } from '../blobs/blob-restore.js';
import { endKeys } from '../database/ended-keys.query.js';
import { restoreSchema } from '../database/database-copy.js';
import { stopMirrors } from '../database/stopped-mirrors.query.js';
import { journalAt, type Installation } from '../installation/installation.js';
import { readManifest, type Manifest } from '../making/manifest.js';
import { ReachedNodes } from '../nodes/reached-nodes.js';
import { restoreDirectory } from '../repositories/directory-restore.js';
import { untilUnreadable, whyUnreadable } from '../vault/readable.js';
import type { Piece, Vault } from '../vault/vault.js';
import { refuseUsedStore, settleStoreOwner } from './artifact-store.js';
import { writePrivate } from './private-file.js';
import { markRestore, unmarkRestore } from './restore-mark.js';
import { refuseUnrestorable } from './restorable.js';
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
 * home has been emptied. What cannot be read of one repository or artifact keeps none of the others away.
 * @throws Error where the installation has something already, or a row cannot be read; then nothing has changed
 */
export const restoreEverything = async (
  installation: Installation,
  vault: Vault,
  options: RestoreOptions,
): Promise<Restored> => {
  const nodes = ReachedNodes.open(installation, options.tell);
  try {
    await nodes.untilWritable(options.tell);
    return await restoreInto(nodes, installation, vault, options);
  } finally {
    nodes.close();
  }
};

const restoreInto = async (
  nodes: ReachedNodes,
  installation: Installation,
  vault: Vault,
  { id, keepsBotKeys, keepsMirrors, takesArtifacts = false, tell }: RestoreOptions,
): Promise<Restored> => {
  const manifest = await readManifest(vault, id);
  if (!takesArtifacts) await refuseUsedStore(installation);
  await refuseUnrestorable({ installation, nodes }, manifest, vault);
  const { rows } = manifest.totals;
  const done: Restored = {
    ...{ point: manifest.point, repositories: 0, blobs: 0, rows, ended: 0, mirrors: 0 },
    problems: [...manifest.problems],
  };
  const begun =
    installation.restoring === undefined ? 'the volumes and what is in the database' : 'that directory';
  await markRestore(installation, `remove ${begun}, and restore the backup again`);
  await restoreFiles(installation, manifest, vault, done);
  tell('the artifacts');
  const store = await openNewArtifacts(installation.blobs);
  try {
    const blobs = untilUnreadable(blobsOf(vault, manifest.blobs), (why) =>
      done.problems.push(`the list of artifacts: ${why}: those after that are missing`),
    );
    const restored = await restoreBlobs(store, blobs, { vault, compares: false });
    done.blobs = restored.blobs;
    done.problems.push(...restored.problems);
  } finally {
    await store.close();
  }
  tell('the repositories');
  for (const [node, list] of Object.entries(manifest.journals))
    await restoreDirectory({ node: nodes.of(node), at: journalAt }, vault, list).catch((error: unknown) =>
      done.problems.push(`the journal of ${node}: ${whyUnreadable(error)}`),
    );
  await restoreRepositories(nodes, manifest, vault, done);
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

const restoreFiles = async (
  { files, secrets }: Installation,
  manifest: Manifest,
  vault: Vault,
  { problems }: Pick<Restored, 'problems'>,
): Promise<void> => {
  for (const [name, piece] of Object.entries(manifest.files))
    try {
      if (files[name] !== undefined) await writePrivate(files[name], await wholeOf(vault, piece));
    } catch (error) {
      problems.push(`the file ${name}: ${whyUnreadable(error)}`);
    }
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
