import { LRUCache } from 'lru-cache';
import type { JobTraits } from './job-kinds.js';
import { JobTurns, type WaitingCompany } from './job-turns.js';
import type { RunningJob } from './running-job.js';

export interface LaneSettings {
  /** Places for work that waits for nobody. */
  jobs: number;
  /** Places for work that waits for servers of others. */
  elsewhere: number;
  /** How long one that crawls may keep others waiting, at first and at last (ms). */
  patience?: { first: number; longest: number };
}

/** Jobs that share their places. */
export interface JobLane {
  readonly turns: JobTurns;
  readonly has: (kind: JobTraits) => boolean;
}

const usual = { first: 60_000, longest: 8 * 60_000 };
/** Of so many jobs is known how often they have given their place. */
const mostRemembered = 10_000;

/**
 * The places of a node for jobs: some for what waits for servers of others, and others for all else, so that whatever
 * those servers do, moves, checks and upkeep go on. A company has at most half of the former. There, a job whose server
 * crawls while others wait gives its place to one of them, and waits for its next turn. As a fetch of git begins anew
 * then, each turn is twice as long as the one before it, up to a bound.
 */
export class JobLanes {
  readonly all: readonly JobLane[];
  private readonly given = new LRUCache<string, number>({ max: mostRemembered });
  private readonly patience: { first: number; longest: number };

  constructor({ jobs, elsewhere, patience = usual }: LaneSettings) {
    this.patience = patience;
    this.all = [
      { turns: new JobTurns(jobs), has: ({ isElsewhere = false }) => !isElsewhere },
      {
        turns: new JobTurns(elsewhere, Math.ceil(elsewhere / 2)),
        has: ({ isElsewhere = false }) => isElsewhere,
      },
    ];
  }

  turnsOf(kind: JobTraits): JobTurns {
    const lane = this.all.find(({ has }) => has(kind));
    if (!lane) throw new Error(`no places are for jobs of the kind ${kind.name}`);
    return lane.turns;
  }

  /** Of those that run in a lane, one that is to give its place to what waits. Undefined: none. */
  crawler(
    { turns }: JobLane,
    running: readonly RunningJob[],
    waiting: readonly WaitingCompany[],
  ): RunningJob | undefined {
    // The place of one that leaves is taken by one that waits.
    if (running.some(({ isLeft, isStopped }) => isLeft || isStopped)) return undefined;
    return running
      .filter((job) => job.isCrawling && Date.now() - job.begunAt >= this.turnOf(job))
      .sort((one, other) => one.begunAt - other.begunAt)
      .find(({ row }) => turns.isInTheWay(row, waiting));
  }

  /** It has given its place to others. */
  gave({ row: { uuid } }: RunningJob): void {
    this.given.set(uuid, (this.given.get(uuid) ?? 0) + 1);
  }

  /** Milliseconds. */
  private turnOf({ row: { uuid } }: RunningJob): number {
    const { first, longest } = this.patience;
    return Math.min(first * 2 ** (this.given.get(uuid) ?? 0), longest);
  }
}
