import { setTimeout as sleep } from 'node:timers/promises';
import { TooManyFiles } from '@holdfast/platform/files';
import type { VcsKindEntry } from '@holdfast/vcs-spi';
import type { RepositoryLine } from '../database/catalogue.query.js';
import type { LiveCatalogue } from '../database/live-catalogue.js';
import { placeOf } from '../installation/installation.js';
import { KnownFiles } from '../nodes/known-files.js';
import { NodeAway } from '../nodes/node-files.js';
import type { ReachedNodes } from '../nodes/reached-nodes.js';
import { copyDirectory, NeverAtRest, type CopiedContent } from '../repositories/directory-copy.js';
import { LineWriter } from '../vault/content-writer.js';
import { isBadPlace } from '../vault/readable.js';
import type { Piece, Vault } from '../vault/vault.js';
import { AwayNodes } from './away-nodes.js';
import type { RepositoryCopy } from './manifest.js';

/** So long a repository is waited for that is written to all the time, and a node that does not answer (ms). */
export const patience = 120_000;
/** Between two questions to a node that is away (ms). */
const pause = 500;
/** So often a node may answer, and be away again before it has given all of one repository. */
const mostBreaks = 5;

export interface RepositoryCopies {
  list: Piece;
  repositories: number;
  files: number;
  bytes: number;
  problems: string[];
}

/** What a backup knows of the files of a kind's repositories. */
export type KindFiles = Pick<VcsKindEntry, 'incoming' | 'lasting'>;

/** What copies of repositories stand on. */
export interface RepositorySources {
  nodes: ReachedNodes;
  /** All that there are, sorted by uuid. */
  rows: AsyncIterable<RepositoryLine>;
  catalogue: LiveCatalogue;
  vault: Vault;
  /** The kinds whose repositories lie in directories, by their ids. */
  kinds: ReadonlyMap<string, KindFiles>;
  /** Those of the backup before, sorted by uuid. */
  earlier: AsyncIterable<RepositoryCopy>;
  /** Hears what of it cannot be read. */
  passedOver?: (why: string) => void;
  /** How many files and directories one may have; absent: as many as anybody lists. */
  most?: number;
  /** Nodes that have not answered for so long that nobody waits for them again. */
  away?: AwayNodes;
  /** So long a node is waited for that does not answer (ms). */
  nodePatience?: number | undefined;
}

/** Copies all repositories that have directories, one after the other. */
export const copyRepositories = async (from: RepositorySources): Promise<RepositoryCopies> => {
  const { away = new AwayNodes() } = from;
  const shared = new KnownFiles<CopiedContent>();
  const known = from.earlier[Symbol.asyncIterator]();
  let at = await known.next();
  const list = new LineWriter(from.vault);
  const done = { repositories: 0, files: 0, bytes: 0, problems: [] as string[] };
  for await (const row of from.rows) {
    if (!from.kinds.has(row.type)) continue;
    while (!at.done && at.value.uuid < row.uuid) at = await known.next();
    const before = !at.done && at.value.uuid === row.uuid ? at.value : undefined;
    const copy = await copyRepository(row, before, { ...from, away, shared });
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
  {
    nodes,
    catalogue,
    vault,
    kinds,
    passedOver,
    ...from
  }: RepositorySources & {
    away: AwayNodes;
    shared: KnownFiles<CopiedContent>;
  },
): Promise<RepositoryCopy | undefined> => {
  const { most, away, shared, nodePatience = patience } = from;
  const named = { uuid: row.uuid, type: row.type, node: row.node };
  const kept = before?.list && vault.hasAll(before.list) ? before : {};
  const failed = (problem: string): RepositoryCopy => ({ files: 0, bytes: 0, ...kept, ...named, problem });
  const notAnswering = (node: string): RepositoryCopy => failed(`its storage node ${node} does not answer`);
  let untilAnswered: number | undefined;
  let breaks = 0;
  for (;;) {
    const node = await catalogue.nodeOf(row.uuid);
    if (node === undefined) return undefined;
    const files = nodes.get(node);
    if (!files) return failed(`its storage node ${node} is not here`);
    if (away.wasJustAsked(node)) return notAnswering(node);
    const at = placeOf(row);
    try {
      const isThere = await files.has(at);
      away.delete(node);
      untilAnswered = undefined;
      if (isThere) {
        // Who lets it come in slowly would else keep all of it out of every backup.
        const { incoming: without, lasting } = kinds.get(row.type) ?? {};
        const options = { earlier: before?.list, passedOver, patience, without, lasting, most, shared };
        const copy = await copyDirectory({ node: files, at }, vault, options);
        // Where it has moved meanwhile this may be what its old node has left of it.
        if ((await catalogue.nodeOf(row.uuid)) === node) return { ...named, ...copy };
      } else if ((await catalogue.nodeOf(row.uuid)) === node) return failed('its directory is missing');
    } catch (error) {
      if (error instanceof NodeAway) {
        if (untilAnswered === undefined) breaks += 1;
        if (breaks > mostBreaks) return failed(`its storage node ${node} breaks off again and again`);
        untilAnswered ??= Date.now() + nodePatience;
        if (away.has(node) || Date.now() > untilAnswered) {
          away.add(node);
          return notAnswering(node);
        }
        await sleep(pause);
        continue;
      }
      // What is wrong with one keeps none of the others away.
      if (error instanceof NeverAtRest || error instanceof TooManyFiles) return failed(error.message);
      if ((error as NodeJS.ErrnoException).code === 'ENOTDIR')
        return failed('no directory lies in its place, or a link leads to it');
      if (isBadPlace(error)) return failed('a file of it cannot be read: EIO');
      throw error;
    }
  }
};
