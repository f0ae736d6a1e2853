import type { TreeEntry as ShownEntry, View } from '@holdfast/contracts';
import type { WrittenPage } from '@holdfast/platform/service-host';
import { lengthOf, type Commit, type LevelQuery, type TreeEntry } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ReadableRepository } from './contents.js';

type EntryPage = WrittenPage<View<typeof ShownEntry>>;

/**
 * What is kept of each sort, over all repositories of the node (bytes): 44 MiB in all, a sixth of what this process may
 * take under load.
 */
const room = { commits: 8 << 20, entries: 4 << 20, pages: 16 << 20, files: 16 << 20 };
/** What takes a larger part of its room is not kept (bytes): others are asked for more often than it. */
const largest = { commits: 64 << 10, entries: 16 << 10, pages: 1 << 20, files: 64 << 10 };
/** What anything takes beside its texts and bytes: objects, the question, its place in the list (bytes). */
const besides = 1 << 10;

const keptOf = <V extends object>(
  sort: keyof typeof room,
  bytesOf: (value: V) => number,
): LRUCache<string, V> =>
  new LRUCache<string, V>({
    maxSize: room[sort],
    maxEntrySize: largest[sort],
    sizeCalculation: (value, question) => bytesOf(value) + 2 * question.length + besides,
  });

/** In memory, with two bytes for each character. */
const bytesOfCommit = (commit: Commit): number => 2 * lengthOf(commit);

/**
 * What was told of commits and files by their ids, which is so for ever where the kind says so. It is asked for when
 * the caller was let in, and what he named was found to be there: what he is told is kept, not whether he is.
 */
@Injectable()
export class KeptContents {
  private readonly commits = keptOf<Commit>('commits', bytesOfCommit);
  private readonly entries = keptOf<TreeEntry>(
    'entries',
    ({ path, name }) => 2 * (path.length + name.length),
  );
  private readonly pages = keptOf<EntryPage>('pages', ({ size }) => size);
  private readonly files = keptOf<Buffer>('files', ({ length }) => length);

  commit(at: ReadableRepository, id: string): Promise<Commit | undefined> {
    return kept(this.commits, at, [id], async () => (await at.log.commits([id], at.reading))[0]);
  }

  /** What lies at a path; kept where it has a size, as files have. */
  entry(at: ReadableRepository, commit: string, path: string): Promise<TreeEntry | undefined> {
    const ask = async () => at.data.tree?.entry(commit, path, at.reading);
    return kept(this.entries, at, [commit, path], ask, ({ size }) => size !== undefined);
  }

  /** `ask`: for the page, as it is to be shown, which is kept where it `isWhole`: each file in it has its size. */
  level(
    at: ReadableRepository,
    query: LevelQuery,
    ask: () => Promise<EntryPage | undefined>,
    isWhole: () => boolean,
  ): Promise<EntryPage | undefined> {
    return kept(this.pages, at, query, ask, isWhole);
  }

  /** All bytes of a file by its id; undefined where it has more than `most`, or the kind cannot tell them. */
  file(at: ReadableRepository, id: string, most: number): Promise<Buffer | undefined> {
    return kept(this.files, at, [id], async () => at.data.tree?.small?.(id, most, at.reading));
  }
}

/** `mayKeep`: whether this answer holds for ever. */
const kept = async <V extends object>(
  known: LRUCache<string, V>,
  { log, repository }: ReadableRepository,
  question: readonly string[] | LevelQuery,
  ask: () => Promise<V | undefined>,
  mayKeep: (value: V) => boolean = () => true,
): Promise<V | undefined> => {
  if (!log.lasting) return ask();
  const key = `${repository.uuid} ${JSON.stringify(question)}`;
  const value = known.get(key);
  if (value) return value;
  const found = await ask();
  if (found && mayKeep(found)) known.set(key, found);
  return found;
};
