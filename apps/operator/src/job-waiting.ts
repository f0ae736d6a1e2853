import { repositoryCalls, type JobLine } from '@holdfast/contracts';
import { context, type Calls } from './command.js';
import { progressOf } from './job.commands.js';

/** Milliseconds between two looks. */
const lookEvery = 1_000;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookEvery));

/** Waits for the end of a job, and tells how far it is. */
export const endOf = async (calls: Calls, uuid: string, tell: (line: string) => void): Promise<JobLine> => {
  let told = '';
  for (;;) {
    const { jobs } = await calls.call(repositoryCalls.listJobs, context(), { jobs: [uuid] });
    const [job] = jobs;
    if (jobs.length === 0) throw new Error('the job and its repository are gone');
    if (job.state !== 'queued' && job.state !== 'running') return job;
    const line = job.state === 'queued' ? 'it waits for its turn' : progressOf(job);
    if (line !== told && line !== '') tell(line);
    told = line;
    await pause();
  }
};

/** Waits until no job of a kind waits or runs. */
export const untilNoneIsOpen = async (
  calls: Calls,
  kind: string,
  tell: (line: string) => void,
): Promise<void> => {
  for (let before = -1; ;) {
    const { count } = await calls.call(repositoryCalls.listJobs, context(), { open: true, kind });
    if (count === 0) return;
    if (count !== before) tell(`${count} to go`);
    before = count;
    await pause();
  }
};
