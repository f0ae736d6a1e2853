import { within } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import type { RepositoryStore } from '../catalogue/repository.store.js';
import type { JobRow } from './job.entity.js';
import type { JobKinds, JobRemains } from './job-kinds.js';

/** For so long jobs wait until what those before have left is removed (ms). */
const patience = 10_000;
/** A job of which something cannot be removed keeps others from its repository so long (ms). */
const longest = 6 * 60 * 60_000;

/**
 * Removes what jobs have left whose processes died of them: of an import of millions of revisions that takes many
 * minutes, and parts may be away meanwhile.
 */
export class LeftRemains {
  private readonly until = Date.now() + longest;
  private readonly removing = new Set<string>();
  private readonly removed = new Set<string>();
  private hasWaited = false;

  constructor(
    private readonly kinds: JobKinds,
    private readonly repositories: RepositoryStore,
  ) {}

  /**
   * Begins to remove what these jobs of a node have left. Answers the uuids of those of which something is there yet:
   * they are to seem at work, or others would be asked for, whose own would be removed. Whoever calls again hears what
   * has become of them, and has what failed be tried again. Only the first call waits, for some seconds.
   */
  async remove(jobs: readonly JobRow[], node: string): Promise<string[]> {
    const begun = jobs
      .filter(({ uuid }) => !this.removing.has(uuid) && !this.removed.has(uuid))
      .map((job) => this.begin(job));
    if (!this.hasWaited) {
      this.hasWaited = true;
      const all: Promise<unknown> = Promise.all([...begun, this.sweep(node)]);
      await within(patience, all, () => undefined);
    }
    if (Date.now() >= this.until) return [];
    return jobs.filter(({ uuid }) => !this.removed.has(uuid)).map(({ uuid }) => uuid);
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

  private async isRemoved(remains: JobRemains, repository: string, job?: string): Promise<boolean> {
    try {
      const row = await this.repositories.findByUuid(repository);
      if (row) await remains.remove(row);
      return true;
    } catch (err) {
      log.warn({ err, job, repository }, 'what a job left could not be removed, which is tried again');
      return false;
    }
  }
}
