import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RefRefusal, RefUpdate } from '@holdfast/vcs-spi';
import { isThere, processorTime } from '@holdfast/vcs-spi/engine';
import type { GitProcesses } from '../process/git-processes.js';
import { longRead } from '../process/long-read.js';
import { exitOf } from './conversation.js';
import type { PushedUpdates } from './pushed-updates.js';
import { ask, questions } from './told-objects.js';

/** So long may git work to read what a reference is to name, beside what all may take (ms of the processor). */
const each = 0.1;
/** Nothing that git has read helps for the next: it would in the order of this push, and in no other one. */
const withoutHelp = { 'core.deltaBaseCacheLimit': '0' };
/** How often is looked (ms). */
const every = 20;

/** How git has read what references are to name: 'long': for a while; 'slow': longer than it may. */
export type ReadSpeed = 'quick' | 'long' | 'slow';

export interface SlowLook {
  directory: string;
  /** Shows the objects of the push. */
  environment: Record<string, string>;
  /** ms */
  timeout: number;
  /**
   * So long may git work in all (ms of the processor). It takes up to four times as long where it keeps what it has
   * read, and nothing of that helps.
   */
  work: number;
}

/**
 * How long git takes to read objects that references are to name, or tags through which these lead. It reads each
 * as it writes the reference, when nobody ends it any more, and later whenever it lists or packs references; an object
 * may be the last of thousands of differences, each of which unpacks to a MiB.
 * @throws Error when git does not read them, or not in time
 */
export const readSpeed = async (
  processes: GitProcesses,
  ids: Iterable<string>,
  { directory, environment, timeout, work }: SlowLook,
): Promise<ReadSpeed> => {
  const named = ids[Symbol.iterator]();
  let next = named.next();
  if (next.done) return 'quick';
  let count = 0;
  const counted = function* (): Generator<string> {
    for (; !next.done; next = named.next()) {
      count += 1;
      yield next.value;
    }
  };
  const child = processes.start(
    { command: 'cat-file', directory, flags: ['--batch', '--buffer'], config: withoutHelp },
    ['pipe', 'ignore', 'ignore'],
    { environment },
  );
  ask(processes, child, questions(counted()));
  const until = Date.now() + timeout;
  const ended = exitOf(child);
  let speed: ReadSpeed = 'quick';
  while (speed !== 'slow' && !(await Promise.race([ended.then(() => true), pause(every, false)]))) {
    const worked = (processorTime(child) ?? 0) - count * each;
    if (worked > longRead) speed = worked > work ? 'slow' : 'long';
    if (speed === 'slow' || Date.now() > until) processes.end(child);
  }
  const { code } = await ended;
  if (speed !== 'slow' && code !== 0) throw new Error('git did not read what references are to name');
  return speed;
};

/** Why all of them are refused then. */
export const tooSlow = ({ ref, name }: RefUpdate): RefRefusal => {
  const reason =
    'git takes too long to read what these references name: push fewer of them, or pack them anew (git repack -adf)';
  return { ref, name, rule: 'too_large', reason };
};

/**
 * Whether git reads at once what the push is about: one branch, which is to name a commit that came with few others.
 * git makes a file of each of these, which is no difference from others. `objects`: where they lie, if there are any.
 */
export const isOfFiles = async (updates: PushedUpdates, objects: string | undefined): Promise<boolean> => {
  const [first] = updates.size === 1 ? updates : [];
  if (first?.sort !== 'branch') return false;
  const { new: next } = first;
  if (next === undefined) return true;
  if (objects === undefined) return false;
  return isThere(join(objects, next.slice(0, 2), next.slice(2)));
};
