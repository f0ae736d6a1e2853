import { LRUCache } from 'lru-cache';
import type { GitProcesses } from '../process/git-processes.js';
import { mostKnown } from '../upkeep/commit-texts.js';
import { ask, questions } from '../packs/told-objects.js';
import { toldReferences } from './told-references.js';
import {
  honestly,
  tooSlow,
  tooSlowTogether,
  workBeyond,
  type SlowLook,
  type WorkTime,
} from './slow-objects.js';

/** What all references name may take so many times as long as what one push names. */
const pushes = 2.5;
/** Less than this nobody can tell from the start of a process (ms of the processor). */
const noise = 10;
/** A push counts as so long at least (ms of the processor): git also hashes what it reads for each later one. */
const least = 2;
/** What is measured anew when pushes have read for so long since, or for as long as that took (ms of the processor). */
const worthMeasuring = 100;
/** Commits and tags of so many bytes are no reason to refuse a push, whatever else is there. */
const few = 64 << 10;

interface Known {
  /** For so long pushes have read what they named since it was measured (ms of the processor). */
  since: number;
  /** How long git took when it was measured last (ms of the processor). */
  took: number;
  /** There was too much, when it was measured last. */
  isFull: boolean;
}

interface Named {
  /** How long git reads it. */
  times: readonly WorkTime[];
  /** Bytes of all commits and tags of the push. */
  texts: number;
  /** The ids that references are to name. */
  tips: () => Iterable<string>;
}

/**
 * Bounds how long git reads what all references of a repository name, which it does for each push: tags that are read
 * slowly can come by many pushes, and no commit-graph has tags. Now and then git is measured at that, the push at hand
 * included; what a push names says too little, as it may lead to much that was there before.
 */
export class SlowTips {
  private readonly known = new LRUCache<string, Known>({ max: mostKnown });

  constructor(private readonly processes: GitProcesses) {}

  /**
   * Why a push is refused for how long git reads what its references are to name, if it is.
   * @throws Error when git does not read what is there, or not in time
   */
  async refusalOf({ times, texts, tips }: Named, look: SlowLook): Promise<typeof tooSlow | undefined> {
    const { directory, work } = look;
    if (times.some(({ beyond }) => beyond > work)) return tooSlow;
    const worked = times.reduce((sum, each) => sum + each.worked, 0);
    const known = this.known.get(directory) ?? { since: 0, took: 0, isFull: false };
    this.known.set(directory, known);
    known.since += Math.max(worked, least);
    const isQuick = worked <= noise && texts <= few;
    if (known.isFull ? isQuick : known.since <= Math.max(worthMeasuring, known.took)) return undefined;
    const most = work * pushes;
    const { worked: took, beyond } = await this.measure(tips(), { ...look, work: most });
    known.isFull = beyond > most;
    [known.since, known.took] = [0, took];
    return known.isFull && !isQuick ? tooSlowTogether : undefined;
  }

  forget(directory: string): void {
    this.known.delete(directory);
  }

  /** How long git does what it does for each push, and how much of it is beyond what honest references take. */
  private async measure(
    tips: Iterable<string>,
    { directory, environment, timeout, work }: SlowLook,
  ): Promise<WorkTime> {
    const until = Date.now() + timeout;
    let count = await this.count(directory, timeout);
    const not = function* (): Generator<string> {
      for (const id of tips) {
        count += 1;
        yield `^${id}`;
      }
    };
    const command = { command: 'rev-list' as const, directory, flags: ['--stdin', '--not', '--all'] };
    const child = this.processes.start(command, ['pipe', 'ignore', 'ignore'], { environment });
    ask(this.processes, child, questions(not()));
    const bounds = { timeout: until - Date.now(), work, allowed: () => count * honestly };
    return workBeyond(this.processes, child, bounds);
  }

  /** How many references there are: git writes an empty line for each. */
  private async count(directory: string, timeout: number): Promise<number> {
    return (await toldReferences(this.processes, directory, ['--format='], timeout)).length;
  }
}
