import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { unlessGone } from '@holdfast/platform/files';
import { openArtifactReader } from '../blob-stores.js';
import { copyBlobs, type BlobCopy, type WantedBlob } from '../blobs/blob-copy.js';
import { journalAt, type Installation } from '../installation/installation.js';
import { NodeAway } from '../nodes/node-files.js';
import { ReachedNodes } from '../nodes/reached-nodes.js';
import { copyDirectory } from '../repositories/directory-copy.js';
import { PieceWriter } from '../vault/content-writer.js';
import { untilUnreadable, whyUnreadable } from '../vault/readable.js';
import type { Piece, Vault } from '../vault/vault.js';
import { AwayNodes } from './away-nodes.js';
import { backupFormat, readManifest, refuseOtherKey, repositoriesOf, type Manifest } from './manifest.js';
import { copyRepositories, patience, type KindFiles } from './repository-copies.js';
import { takeDatabase } from './taken-database.js';

/** Between two questions to a node that is away (ms). */
const pause = 500;

/** What is said while it is made. */
export type Tell = (line: string) => void;

/** What a backup is made of. */
export interface BackupSources {
  installation: Installation;
  vault: Vault;
  /** The kinds whose repositories lie in directories, by their ids. */
  kinds: ReadonlyMap<string, KindFiles>;
  /** So long a node is waited for that does not answer (ms). */
  nodePatience?: number;
  /** Asked before it is called a backup. @throws Error where somebody else may be at work at the place */
  check?: () => Promise<void>;
}

/**
 * Makes a backup while the installation works. First what was about to be changed, then the database as it is at one
 * moment, and then what it refers to: repositories and blobs are only added to, and nothing that they need is removed
 * meanwhile. Whatever an earlier backup has is not copied again.
 */
export const createBackup = async (sources: BackupSources, tell: Tell): Promise<Manifest> => {
  const nodes = ReachedNodes.open(sources.installation, tell);
  try {
    return await createBackupOf(nodes, sources, tell);
  } finally {
    nodes.close();
  }
};

const createBackupOf = async (nodes: ReachedNodes, sources: BackupSources, tell: Tell): Promise<Manifest> => {
  const { installation, vault, kinds, nodePatience } = sources;
  await vault.survey();
  const before = await lastReadable(vault, tell);
  const { journals, away } = await copyJournals(nodes, sources, before);
  const told = (at: Date): void => tell(`the database of ${at.toISOString()}`);
  return takeDatabase({ installation, vault, told }, async ({ at, schemas, catalogue, ...wanted }) => {
    tell('the repositories');
    const passedOver = (why: string): void => tell(`of the backup before something is passed over: ${why}`);
    const earlier = before ? untilUnreadable(repositoriesOf(vault, before), passedOver) : none();
    const rows = wanted.repositories.rows();
    const repositories = await copyRepositories({
      ...{
        nodes,
        away: new AwayNodes(away.keys()),
        nodePatience,
        rows,
        catalogue,
        vault,
        kinds,
        earlier,
        passedOver,
      },
    });
    tell('the artifacts');
    const blobs = await copyArtifacts(sources, wanted.blobs.rows(), { earlier: before?.blobs, passedOver });
    const problems = [
      ...[...away].map(([name, why]) => `the storage node ${name}: ${why}`),
      ...repositories.problems,
      ...blobs.missing.map((digest) => `the artifacts with the SHA-256 ${digest} are missing`),
      ...blobs.changed.map((digest) => `the artifacts with the SHA-256 ${digest} are not what they were`),
    ];
    const manifest: Manifest = {
      format: backupFormat,
      id: newId(),
      point: at.toISOString(),
      finished: new Date().toISOString(),
      schemas,
      repositories: repositories.list,
      journals,
      blobs: blobs.list,
      files: await copyFiles(sources),
      ...(await secretOf(installation)),
      totals: {
        repositories: repositories.repositories,
        files: repositories.files,
        blobs: blobs.blobs,
        rows: schemas.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.rows, 0),
        bytes: repositories.bytes + blobs.bytes,
        written: vault.written,
      },
      problems,
    };
    await sources.check?.();
    await vault.putManifest(manifest.id, manifest);
    return manifest;
  });
};

/** The newest backup of which anything may be taken over. @throws Error where the key is another one */
const lastReadable = async (vault: Vault, tell: Tell): Promise<Manifest | undefined> => {
  const ids = await vault.ids();
  for (const id of ids.toReversed())
    try {
      return await readManifest(vault, id);
    } catch (error) {
      tell(`the backup ${id} is passed over: ${whyUnreadable(error)}`);
    }
  if (ids.length > 0) await refuseOtherKey(vault);
  return undefined;
};

/** They sort by time, also two that are made in the same second. */
const newId = (): string =>
  `${new Date().toISOString().replace(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;

/** Of a node that does not answer it is that of the backup before, as its repositories are. `away`: and why. */
const copyJournals = async (
  nodes: ReachedNodes,
  { vault, nodePatience = patience }: BackupSources,
  before: Manifest | undefined,
): Promise<{ journals: Record<string, Piece>; away: Map<string, string> }> => {
  const journals: Record<string, Piece> = {};
  const away = new Map<string, string>();
  for (const [name, node] of nodes.entries())
    for (const until = Date.now() + nodePatience; ; await sleep(pause))
      try {
        journals[name] = (await copyDirectory({ node, at: journalAt }, vault)).list;
        break;
      } catch (error) {
        if (!(error instanceof NodeAway)) throw error;
        if (Date.now() < until) continue;
        away.set(name, error.message);
        const earlier = before?.journals[name];
        if (earlier && vault.hasAll(earlier)) journals[name] = earlier;
        break;
      }
  return { journals, away };
};

const copyArtifacts = async (
  { installation, vault }: BackupSources,
  wanted: AsyncIterable<WantedBlob>,
  from: { earlier: Piece | undefined; passedOver: (why: string) => void },
): Promise<BlobCopy> => {
  const store = await openArtifactReader(installation.blobs);
  try {
    return await copyBlobs(wanted, { store, vault, ...from });
  } finally {
    await store.close();
  }
};

const copyFiles = async ({ installation, vault }: BackupSources): Promise<Record<string, Piece>> => {
  const files: Record<string, Piece> = {};
  for (const [name, path] of Object.entries(installation.files)) {
    const content = await readFile(path).catch(unlessGone);
    if (!content) continue;
    const writer = new PieceWriter(vault);
    await writer.write(content);
    files[name] = await writer.end();
  }
  return files;
};

const secretOf = async ({ secrets }: Installation): Promise<{ secret?: string }> => {
  if (secrets === undefined) return {};
  const { secret } = JSON.parse(await readFile(secrets, 'utf8')) as { secret?: string };
  return secret === undefined ? {} : { secret };
};

async function* none(): AsyncGenerator<never> {
  // There was no earlier backup.
}
