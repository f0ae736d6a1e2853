import { repositoryCalls, type JobLine, type ListedJobs, type ListJobs } from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import { context, type Calls } from './command.js';
import { progressOf } from './job.commands.js';

/** Milliseconds between two looks. */
const lookEvery = 1_000;

export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookEvery));

/** So often nobody answers, one time after the other, before that is an error: some minutes. */
const mostInVain = 120;

/** What a service says. While it starts anew or has no room for the question it is asked again: the work goes on. */
export const answeredInTime = async <Answer>(
  ask: () => Promise<Answer>,
  tell: (line: string) => void,
): Promise<Answer> => {
  for (let inVain = 1; ; inVain += 1) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof DomainError && error.code === 'unavailable';
      if (!isAway || inVain === mostInVain) throw error;
      if (inVain === 1) tell('nobody answers; it is asked again');
      await pause();
    }
  }
};

const looked = (calls: Calls, asked: ListJobs, tell: (line: string) => void): Promise<ListedJobs> =>
  answeredInTime(() => calls.call(repositoryCalls.listJobs, context(), asked), tell);

/** Waits for the end of a job, and tells how far it is. */
export const endOf = async (calls: Calls, uuid: string, tell: (line: string) => void): Promise<JobLine> => {
  let told = '';
  for (;;) {
    const { jobs } = await looked(calls, { jobs: [uuid] }, tell);
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
    const { count } = await looked(calls, { open: true, kind }, tell);
    if (count === 0) return;
    if (count !== before) tell(`${count} to go`);
    before = count;
    await pause();
  }
};
