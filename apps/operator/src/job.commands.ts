import { repositoryCalls, type JobLine } from '@holdfast/contracts';
import { command, context, json } from './command.js';
import { table } from './table.js';

export const listJobs = command(
  'job list [--all] [--json]',
  0,
  { all: 'flag' },
  ({ options }) =>
    async (calls) => {
      const listed = await calls.call(repositoryCalls.listJobs, context(), { open: !options.all });
      if (options.json) return json(listed);
      const more = listed.count - listed.jobs.length;
      const text = table(['JOB', 'KIND', 'REPOSITORY', 'NODE', 'STATE', 'ASKED', ''], listed.jobs.map(rowOf));
      return more > 0 ? `${text}and ${more} more\n` : text;
    },
);

export const stopJob = command(
  'job stop <uuid> [--json]',
  1,
  {},
  ({ positionals: [job], options }) =>
    async (calls) => {
      await calls.call(repositoryCalls.stopJob, context(), { job });
      return options.json ? json({ job }) : `${job} ends\n`;
    },
);

const rowOf = (job: JobLine): string[] => {
  const { uuid, kind, repository, node, state, asked_at: asked } = job;
  return [uuid, kind, repository.id, node, state, asked, progressOf(job)];
};

/** How far a job is, or how it ended, in one line. */
export const progressOf = ({ state, percent, doing, error }: JobLine): string => {
  if (state === 'failed') return error ?? '';
  if (state !== 'running') return '';
  return [...(percent === null ? [] : [`${percent} %`]), doing].join(' ');
};
