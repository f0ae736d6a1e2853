import { columnsOf, statement } from '@holdfast/platform/persistence';
import { JobRow } from './job.entity.js';
import type { WaitingCompany } from './job-turns.js';

const columns = columnsOf(JobRow, 'j');

/**
 * By hand, as one statement decides which of several that ask at the same time makes the row. One that waits already
 * stands for both, as early as the earlier and with the rank of the higher.
 */
export const enterJob = statement<JobRow & { fresh: boolean }>(
  'job_enter',
  `insert into repository.job as j (uuid, kind, repository, company, node, asked_by, payload, state, lowest, stopping, doing,
       attempts, asked_at, due_at)
     select $1::uuid, $2, r.uuid, r.company, r.node, $4::uuid, $5::jsonb, 'queued', $6::boolean, false, '', 0, now(), $7::timestamptz
       from repository.repository r where r.uuid = $3::uuid
     on conflict (repository, kind) where state = 'queued'
       do update set due_at = least(j.due_at, excluded.due_at), lowest = j.lowest and excluded.lowest
     returning ${columns}, xmax = 0 as fresh`,
);

/** Companies that have jobs of these kinds waiting on a node. */
export const waitingCompanies = statement<WaitingCompany>(
  'job_waiting_companies',
  `select j.company, bool_and(j.lowest) as lowest from repository.job j
     where j.node = $1 and j.state = 'queued' and j.due_at <= now() and j.kind = any($2)
       and not exists (select from repository.job r where r.repository = j.repository and r.state = 'running')
     group by j.company`,
);

/** Jobs that wait on a node for repositories which it has no longer go with them. Answers where. */
export const followMoves = statement<{ node: string }>(
  'job_follow_moves',
  `update repository.job j set node = r.node from repository.repository r
     where r.uuid = j.repository and j.node = $1 and j.state = 'queued' and r.node <> $1
     returning j.node`,
);

/**
 * Takes the next job of a company on a node, of the repositories that the node has: first those of who was served
 * longest ago, so that many jobs of one keep another's waiting no longer than one. `$5`: who was served, the longest
 * ago first. By hand: others may claim at the same moment.
 */
export const claimJob = statement<JobRow>(
  'job_claim',
  `update repository.job j set state = 'running', runner = $4, begun_at = now(), attempts = j.attempts + 1, doing = '', percent = null
     where j.uuid = (
       select w.uuid from repository.job w join repository.repository o on o.uuid = w.repository and o.node = w.node
         where w.node = $1 and w.company = $2 and w.state = 'queued' and w.due_at <= now() and w.kind = any($3)
           and not exists (select from repository.job r where r.repository = w.repository and r.state = 'running')
         order by w.lowest, array_position($5::uuid[], w.asked_by) nulls first, w.due_at limit 1 for update of w skip locked)
     returning ${columns}`,
);

/**
 * Notes how far jobs of a runner have come, and answers those of them that are its own, and whether they should end.
 */
export const noteProgress = statement<{ uuid: string; stopping: boolean }>(
  'job_note_progress',
  `update repository.job j set percent = g.percent, doing = g.doing
     from unnest($2::uuid[], $3::smallint[], $4::text[]) as g (uuid, percent, doing)
     where j.uuid = g.uuid and j.runner = $1 and j.state = 'running'
     returning j.uuid, j.stopping`,
);

/** `$3`: the state with which it ends. */
export const endJob = statement<never>(
  'job_end',
  `update repository.job set state = $3, result = $4::jsonb, error = $5, runner = null, ended_at = now(),
       percent = case when $3 = 'done' then 100 else percent end
     where uuid = $1 and runner = $2`,
);

/** A job of the same kind waits already, which does the same. */
const twin = `exists (select from repository.job t where t.repository = j.repository and t.kind = j.kind and t.state = 'queued')`;

/**
 * Puts jobs back that nobody does any more, to be begun after `$3` milliseconds: of a runner ($2) one ($4), or all that
 * runners before this one have left on a node ($1). One that was begun too often ($5) has failed. `$6`: this attempt
 * does not count. `$7`: why. `$8`: those that are left as they are.
 */
export const putBackJobs = statement<{ uuid: string; state: string }>(
  'job_put_back',
  `update repository.job j set
       state = case when j.stopping then 'stopped' when j.attempts >= $5 and not $6 or ${twin} then 'failed' else 'queued' end,
       error = case when j.stopping then null when ${twin} then 'the next one does it' when j.attempts >= $5 and not $6 then $7 end,
       ended_at = case when j.stopping or j.attempts >= $5 and not $6 or ${twin} then now() end,
       attempts = case when $6 then j.attempts - 1 else j.attempts end,
       runner = null, due_at = greatest(j.due_at, now() + make_interval(secs => $3::float8 / 1000))
     where j.state = 'running' and (j.runner = $2 and j.uuid = $4 or $4::uuid is null and j.node = $1 and j.runner <> $2 and j.uuid <> all($8::uuid[]))
     returning j.uuid, j.state`,
);

/** Of the jobs that runners before this one ($2) left on a node ($1), those that are not begun again ($3: so often). */
export const lastCutOff = statement<JobRow>(
  'job_last_cut_off',
  `select ${columns} from repository.job j
     where j.state = 'running' and j.node = $1 and j.runner <> $2 and (j.stopping or j.attempts >= $3) and not ${twin}`,
);

/** One that waits is over at once; one that is being done hears of it. */
const stop = `update repository.job j set stopping = true, state = case j.state when 'queued' then 'stopped' else j.state end,
       ended_at = case j.state when 'queued' then now() end
     where j.state in ('queued', 'running')`;

export const stopJob = statement<JobRow>('job_stop', `${stop} and j.uuid = $1 returning ${columns}`);

/** All of a kind on a repository. */
export const stopJobsOf = statement<Pick<JobRow, 'uuid' | 'state'>>(
  'job_stop_of',
  `${stop} and j.repository = $1 and j.kind = $2 returning j.uuid, j.state`,
);

export const forgetJobs = statement<never>(
  'job_forget',
  'delete from repository.job where ended_at < now() - make_interval(days => $1)',
);
