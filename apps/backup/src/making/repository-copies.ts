import { stat } from 'node:fs/promises';
import { TooManyFiles, unlessGone } from '@holdfast/platform/files';
import type { RepositoryLine } from '../database/catalogue.query.js';
import type { LiveCatalogue } from '../database/live-catalogue.js';
import { directoryOf, type Installation } from '../installation/installation.js';
import { copyDirectory, NeverAtRest } from '../repositories/directory-copy.js';
import { LineWriter } from '../vault/content-writer.js';
import { isBadPlace } from '../vault/readable.js';
import type { Piece, Vault } from '../vault/vault.js';
import type { RepositoryCopy } from './manifest.js';

/** So long a repository is waited for that is written to all the time (ms). */
const patience = 120_000;

export interface RepositoryCopies {
  list: Piece;
  repositories: number;
  files: number;
  bytes: number;
  problems: string[];
}

/** What copies of repositories stand on. */
export interface RepositorySources {
  installation: Installation;
  /** All that there are, sorted by uuid. */
  rows: AsyncIterable<RepositoryLine>;
  catalogue: LiveCatalogue;
  vault: Vault;
  /** The kinds whose repositories lie in directories, with the paths of what only comes in there. */
  kinds: ReadonlyMap<string, RegExp>;
  /** Those of the backup before, sorted by uuid. */
  earlier: AsyncIterable<RepositoryCopy>;
  /** Hears what of it cannot be read. */
  passedOver?: (why: string) => void;
  /** How many files and directories one may have; absent: as many as anybody lists. */
  most?: number;
}

/** Copies all repositories that have directories, one after the other. */
export const copyRepositories = async (from: RepositorySources): Promise<RepositoryCopies> => {
  const known = from.earlier[Symbol.asyncIterator]();
  let at = await known.next();
  const list = new LineWriter(from.vault);
  const done = { repositories: 0, files: 0, bytes: 0, problems: [] as string[] };
  for await (const row of from.rows) {
    if (!from.kinds.has(row.type)) continue;
    while (!at.done && at.value.uuid < row.uuid) at = await known.next();
    const before = !at.done && at.value.uuid === row.uuid ? at.value : undefined;
    const copy = await copyRepository(row, before, from);
    if (!copy) continue;
    await list.add(copy);
    done.repositories += 1;
    done.files += copy.files;
    done.bytes += copy.bytes;
    if (copy.problem !== undefined) done.problems.push(`repository ${row.uuid} (${row.id}): ${copy.problem}`);
  }
  return { ...done, list: await list.end() };
};

/** Undefined: it has been purged meanwhile. */
const copyRepository = async (
  row: RepositoryLine,
  before: RepositoryCopy | undefined,
  { installation, catalogue, vault, kinds, passedOver, most }: RepositorySources,
): Promise<RepositoryCopy | undefined> => {
  const named = { uuid: row.uuid, type: row.type, node: row.node };
  const kept = before?.list && vault.hasAll(before.list) ? before : {};
  const failed = (problem: string): RepositoryCopy => ({ files: 0, bytes: 0, ...kept, ...named, problem });
  const until = Date.now() + patience;
  for (;;) {
    const node = await catalogue.nodeOf(row.uuid);
    if (node === undefined) return undefined;
    const data = installation.nodes[node];
    if (data === undefined) return failed(`its storage node ${node} is not here`);
    const directory = directoryOf(data, row);
    const isThere = (await stat(directory).catch(unlessGone)) !== undefined;
    try {
      if (isThere) {
        // Who lets it come in slowly would else keep all of it out of every backup.
        const options = { earlier: before?.list, passedOver, until, without: kinds.get(row.type), most };
        const copy = await copyDirectory(directory, vault, options);
        // Where it has moved meanwhile this may be what its old node has left of it.
        if ((await catalogue.nodeOf(row.uuid)) === node) return { ...named, ...copy };
      } else if ((await catalogue.nodeOf(row.uuid)) === node) return failed('its directory is missing');
    } catch (error) {
      // What is wrong with one keeps none of the others away.
      if (error instanceof NeverAtRest || error instanceof TooManyFiles) return failed(error.message);
      if (isBadPlace(error)) return failed('a file of it cannot be read: EIO');
      throw error;
    }
  }
};
