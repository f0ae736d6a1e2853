import { lengthOf, mostText, type Commit } from '@holdfast/vcs-spi';
import type { ObjectReader } from '../process/object-reader.js';
import { commitOf } from './commit-object.js';
import type { ReadTurn } from './read-turns.js';
import { unlessUnreadable } from './unreadable-objects.js';

/** Where commits are read. */
export type CommitSource = Pick<ObjectReader, 'contents'>;

/** So many objects are asked for at a time. */
const atOnce = 16;

/** Ids in parts that are asked for together. @throws VcsRefusal `unavailable` once nobody waits any longer */
export function* parts(ids: readonly string[], turn: ReadTurn): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += atOnce) {
    turn.mustBeAwaited();
    yield ids.slice(at, at + atOnce);
  }
}

/**
 * In the order of the ids, up to where all of them together are too large.
 * @throws UnreadableObject where one cannot be read and `all` are wanted
 */
export const commitsIn = async (
  reader: CommitSource,
  ids: readonly string[],
  turn: ReadTurn,
  wanted: 'all' | 'readable' = 'readable',
): Promise<(Commit | null)[]> => {
  const found: (Commit | null)[] = [];
  let text = 0;
  for (const part of parts(ids, turn)) {
    for (const { commit, bytes } of await Promise.all(part.map((id) => readCommit(reader, id, wanted)))) {
      if (text >= mostText) return found;
      found.push(commit);
      // Of headers that nobody is told of, there may be a mebibyte.
      text += Math.max(bytes, commit ? lengthOf(commit) : 0);
    }
  }
  return found;
};

/**
 * Null for what is no commit, and for one that cannot be read unless `all` are wanted; and how many bytes were read.
 */
const readCommit = async (
  reader: CommitSource,
  id: string,
  wanted: 'all' | 'readable',
): Promise<{ commit: Commit | null; bytes: number }> => {
  const asked = reader.contents(id);
  const object = await (wanted === 'all' ? asked : unlessUnreadable(asked));
  if (typeof object !== 'object') return { commit: null, bytes: 0 };
  const commit = object.type === 'commit' ? commitOf(object.id, object) : null;
  return { commit, bytes: object.contents.length };
};

/** Null for what is no commit, and for one that cannot be read. */
export const commitIn = async (reader: CommitSource, id: string): Promise<Commit | null> =>
  (await readCommit(reader, id, 'readable')).commit;
