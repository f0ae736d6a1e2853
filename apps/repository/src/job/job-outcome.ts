import { DomainError } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { isAway } from '@holdfast/platform/persistence';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { JobFailure } from './job-kinds.js';
import { mostAttempts, type JobEnd } from './job.store.js';
import type { RunningJob } from './running-job.js';
import { toldReason } from './told-reason.js';

/** What came of an attempt: its end, or that it is to be made again. */
export type JobOutcome = JobEnd | { state: 'again'; delay: number; uncounted: boolean; reason: string };

/** Milliseconds before the second attempt; each waits four times as long as the one before it. */
const firstDelay = 2_000;
/** Does the work of a job once, and says what came of it. It never throws. */
export const outcomeOf = async (job: RunningJob, work: () => Promise<unknown>): Promise<JobOutcome> => {
  const { uuid, kind, attempts } = job.row;
  try {
    return { state: 'done', result: (await work()) ?? null };
  } catch (error) {
    if (job.isStopped) return { state: 'stopped' };
    if (job.isLeft) return { state: 'again', delay: 0, uncounted: true, reason: '' };
    const reason = reasonOf(error);
    if (isPassing(error))
      return { state: 'again', delay: firstDelay * 4 ** (attempts - 1), uncounted: false, reason };
    if (!isSaid(error)) log.error({ err: error, job: uuid, kind }, 'a job failed');
    return { state: 'failed', error: reason };
  }
};

/** Whether an attempt that ended so is followed by another one. */
export const isTriedAgain = (error: unknown, attempt: number): boolean =>
  isPassing(error) && attempt < mostAttempts;

const isPassing = (error: unknown): boolean =>
  isAway(error) ||
  ((error instanceof DomainError || error instanceof VcsRefusal) && error.code === 'unavailable');

const isSaid = (error: unknown): error is Error =>
  error instanceof JobFailure || error instanceof VcsRefusal || error instanceof DomainError;

const reasonOf = (error: unknown): string => {
  if (error instanceof DomainError) return toldReason(error.detail.reason ?? error.code);
  return toldReason(isSaid(error) ? error.message : undefined);
};
