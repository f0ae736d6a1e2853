import { LRUCache } from 'lru-cache';
import type { GitProcesses } from '../process/git-processes.js';
import { mostKnown } from '../upkeep/commit-texts.js';
import { exitOf } from './conversation.js';
import { honestly, tooSlow, tooSlowTogether, workBeyond, type SlowLook } from './slow-objects.js';

/** What all references name may take so many times as long as what one push names. */
const pushes = 2.5;
/** Less than this nobody can tell from the start of a process (ms of the processor). */
const noise = 10;

interface Known {
  /** What was there when it was measured last (ms of the processor). */
  measured: number;
  /** What has come since (ms of the processor). */
  since: number;
  measuring?: Promise<void>;
}

/**
 * Bounds how long git reads what all references of a repository name, which it does for each push: tags that are read
 * slowly can come by many pushes, and no commit-graph has tags. What pushes bring is added up here; where it is much,
 * git is measured. Of what came before the process was started, nothing is known until then.
 */
export class SlowTips {
  private readonly known = new LRUCache<string, Known>({ max: mostKnown });

  constructor(private readonly processes: GitProcesses) {}

  /**
   * Why what references are to name is refused for how long git reads it (`times`: ms of the processor for some of it
   * each, beyond what honest ones take), if it is. What is not refused counts as there from then on.
   * @throws Error when git does not read what is there, or not in time
   */
  async refusalOf(
    times: number[],
    { directory, work, timeout }: SlowLook,
  ): Promise<typeof tooSlow | undefined> {
    if (Math.max(...times) > work) return tooSlow;
    const more = times.reduce((sum, each) => sum + each, 0);
    if (more <= 0) return undefined;
    const known = this.known.get(directory) ?? { measured: 0, since: 0 };
    this.known.set(directory, known);
    const together = (): number => known.measured + known.since + more;
    if (more > noise && together() > work) {
      known.measuring ??= this.measure(directory, known, { work: work * pushes, timeout }).finally(
        () => delete known.measuring,
      );
      await known.measuring;
      if (together() > work * pushes) return tooSlowTogether;
    }
    known.since += more;
    return undefined;
  }

  forget(directory: string): void {
    this.known.delete(directory);
  }

  /** git does what it does for each push. */
  private async measure(
    directory: string,
    known: Known,
    { work, timeout }: Pick<SlowLook, 'work' | 'timeout'>,
  ): Promise<void> {
    const until = Date.now() + timeout;
    const before = known.since;
    const allowed = (await this.count(directory, timeout)) * honestly;
    const command = { command: 'rev-list' as const, directory, flags: ['--not', '--all'] };
    const child = this.processes.start(command, ['ignore', 'ignore', 'ignore'], {});
    const bounds = { timeout: until - Date.now(), work, allowed: () => allowed };
    known.measured = await workBeyond(this.processes, child, bounds);
    known.since -= before;
  }

  /** How many references there are. */
  private async count(directory: string, timeout: number): Promise<number> {
    const command = { command: 'for-each-ref' as const, directory, flags: ['--format='] };
    const child = this.processes.start(command, ['ignore', 'pipe', 'ignore'], {});
    const timer = setTimeout(() => this.processes.end(child), timeout);
    let count = 0;
    child.stdout?.on('data', (lines: Buffer) => (count += lines.length));
    const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
    const { code } = await exitOf(child);
    await closed;
    clearTimeout(timer);
    if (code !== 0) throw new Error('git did not list the references');
    return count;
  }
}
