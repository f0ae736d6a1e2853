import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RefRefusal, RefUpdate } from '@holdfast/vcs-spi';
import { isThere, processorTime } from '@holdfast/vcs-spi/engine';
import type { GitProcesses } from '../process/git-processes.js';
import { exitOf } from '../process/exit-of.js';
import type { PushedUpdates } from './pushed-updates.js';
import { ask, questions } from '../packs/told-objects.js';

/** So long may git work to read what a reference names, beside what all may take (ms of the processor). */
export const honestly = 0.1;
/** Nothing that git has read helps for the next: it would in the order of this push, and in no other one. */
const withoutHelp = { 'core.deltaBaseCacheLimit': '0' };
/** How often is looked (ms). */
const every = 20;

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

/** How long git worked (ms of the processor), and how much of it is beyond what it may. */
export interface WorkTime {
  worked: number;
  beyond: number;
}

/**
 * How long git takes to read objects that references are to name, or tags through which these lead; it is ended where
 * that is more than `work` beyond what honest ones take. It reads each as it writes the reference, when nobody ends it
 * any more, and later whenever it lists or packs references; an object may be the last of thousands of differences,
 * each of which unpacks to a MiB.
 * @throws Error when git does not read them, or not in time
 */
export const timeToRead = async (
  processes: GitProcesses,
  ids: Iterable<string>,
  { directory, environment, timeout, work }: SlowLook,
): Promise<WorkTime> => {
  const named = ids[Symbol.iterator]();
  let next = named.next();
  if (next.done) return { worked: 0, beyond: 0 };
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
  return workBeyond(processes, child, { timeout, work, allowed: () => count * honestly });
};

interface Bounds {
  /** ms */
  timeout: number;
  /** ms of the processor */
  work: number;
  /** What does not count (ms of the processor). */
  allowed: () => number;
}

/**
 * How long a child works; where it is more than `work` beyond what is allowed, it was ended.
 * @throws Error when it does not come to its end, or not in time
 */
export const workBeyond = async (
  processes: GitProcesses,
  child: ChildProcess,
  { timeout, work, allowed }: Bounds,
): Promise<WorkTime> => {
  const until = Date.now() + timeout;
  const ended = exitOf(child);
  const time = { worked: 0, beyond: 0 };
  while (time.beyond <= work && !(await Promise.race([ended.then(() => true), pause(every, false)]))) {
    time.worked = Math.max(time.worked, processorTime(child) ?? 0);
    time.beyond = Math.max(time.beyond, time.worked - allowed());
    if (time.beyond > work || Date.now() > until) processes.end(child);
  }
  const { code } = await ended;
  if (time.beyond <= work && code !== 0) throw new Error('git did not read what references name');
  return time;
};

const refusalFor =
  (reason: string) =>
  ({ ref, name }: RefUpdate): RefRefusal => ({ ref, name, rule: 'too_large', reason });

/** Why all of them are refused then. */
export const tooSlow = refusalFor(
  'git takes too long to read what these references name: push fewer of them, or pack them anew (git repack -adf)',
);

/** Why a push is refused that has what is read slowly. */
export const slowPack = refusalFor(
  'this push has objects in a form that git reads slowly: ' +
    'push them without differences (git -c pack.depth=0 -c pack.allowPackReuse=false push)',
);

/** Why a push is refused of which git itself would take an object for damaged. */
export const brokenPack = refusalFor(
  'git cannot read an object of this push where it is stored: pack it anew (git repack -adF)',
);

/** Why a push of more objects is refused where there are references. */
export const tooManyObjects = (most: number): typeof slowPack =>
  refusalFor(`a push of more than ${most} objects goes into an empty repository only: push it in parts`);

/** Why what is read slowly is refused where there is much of it. */
export const tooSlowTogether = refusalFor(
  'git takes too long to read what the references of this repository name: push what is packed anew ' +
    '(git repack -adf), or have tags removed',
);

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
