import { within } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import type { RepositoryStore } from '../catalogue/repository.store.js';
import type { JobRow } from './job.entity.js';
import type { JobKinds, JobRemains } from './job-kinds.js';

/** For so long jobs wait until what those before have left is removed (ms). */
const patience = 10_000;
/** A job of which something cannot be removed keeps others from its repository so long (ms). */
const longest = 6 * 60 * 60_000;
/** What could not be removed is tried again after so long, then after twice as long each time, up to the most (ms). */
const retryAfter = 1_000;
const retryMost = 10 * 60_000;

/**
 * Removes what jobs have left whose processes died of them: of an import of millions of revisions that takes many
 * minutes, and parts may be away meanwhile.
 */
export class LeftRemains {
  private readonly until = Date.now() + longest;
  private readonly removing = new Set<string>();
  private readonly removed = new Set<string>();
  /** Of what could not be removed: when it is tried again, and what is waited after that (ms). */
  private readonly failed = new Map<string, { until: number; pause: number }>();
  private hasWaited = false;

  constructor(
    private readonly kinds: JobKinds,
    private readonly repositories: RepositoryStore,
  ) {}

  /**
   * Begins to remove what these jobs of a node have left. Answers the uuids of those of which something is there yet:
   * they are to seem at work, or others would be asked for, whose own would be removed. Whoever calls again hears what
   * has become of them, and has what failed be tried again, ever more rarely. Only the first call waits, for some
   * seconds.
   */
  async remove(jobs: readonly JobRow[], node: string): Promise<string[]> {
    const begun = jobs.filter(({ uuid }) => this.isDue(uuid)).map((job) => this.begin(job));
    if (!this.hasWaited) {
      this.hasWaited = true;
      const all: Promise<unknown> = Promise.all([...begun, this.sweep(node)]);
      await within(patience, all, () => undefined);
    }
    if (Date.now() >= this.until) return [];
    return jobs.filter(({ uuid }) => !this.removed.has(uuid)).map(({ uuid }) => uuid);
  }

  private isDue(uuid: string): boolean {
    const { until = 0 } = this.failed.get(uuid) ?? {};
    return !this.removing.has(uuid) && !this.removed.has(uuid) && Date.now() >= until;
  }

  private async begin({ uuid, kind, repository }: JobRow): Promise<void> {
    this.removing.add(uuid);
    const remains = this.kinds.remainsOf(kind);
    if (!remains || (await this.isRemoved(remains, repository, uuid))) this.removed.add(uuid);
    this.removing.delete(uuid);
  }

  /** Of jobs that ended before any of this was removed. */
  private async sweep(node: string): Promise<void> {
    try {
      for (const remains of this.kinds.allRemains)
        for (const repository of await remains.left(node)) {
          // It takes its time: somebody may have asked for another one meanwhile.
          const isLeft = (await remains.left(node)).includes(repository);
          if (isLeft) await this.isRemoved(remains, repository);
        }
    } catch (err) {
      log.warn({ err }, 'what jobs have left is looked for at the next start');
    }
  }

  /** The log tells the first failure of a job, and that it worked after that. */
  private async isRemoved(remains: JobRemains, repository: string, job = ''): Promise<boolean> {
    const { pause } = this.failed.get(job) ?? {};
    try {
      const row = await this.repositories.findByUuid(repository);
      if (row) await remains.remove(row);
      if (pause !== undefined) log.info({ job, repository }, 'what a job left is removed by now');
      return true;
    } catch (err) {
      const text = 'what a job left could not be removed, which is tried again';
      if (pause === undefined) log.warn({ err, job, repository }, text);
      else log.debug({ err, job, repository }, text);
      this.putOff(job, pause ?? retryAfter);
      return false;
    }
  }

  private putOff(job: string, pause: number): void {
    if (job === '') return;
    this.failed.set(job, { until: Date.now() + pause, pause: Math.min(pause * 2, retryMost) });
  }
}
