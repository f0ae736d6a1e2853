import { statement } from '@holdfast/platform/persistence';

/** A mirror that is due. */
export interface DueMirror {
  repository: string;
  /** For whom it is counted: who has set it up, and the company for all its bots, whose owners nobody knows here. */
  share: string;
}

/**
 * Takes the mirrors of a node that are due, at most so many, and puts each off: whoever works on it says afterwards
 * when it is due again. By hand, as several may ask at the same moment.
 */
export const takeDueMirrors = statement<DueMirror>(
  'remote_take_due',
  `update repository.remote m set due = now() + make_interval(secs => $3)
     where (m.repository, m.purpose) in (
       select d.repository, d.purpose from repository.remote d join repository.repository r on r.uuid = d.repository
         where d.due <= now() and d.purpose = 'mirror' and d.enabled and r.node = $1 and r.deleted_at is null
         order by d.due limit $2 for update of d skip locked)
     returning m.repository, case when m.credential is null then m.account
       else (select r.company from repository.repository r where r.uuid = m.repository) end as share`,
);

/**
 * What came of a work with a mirror, where it is still the one that was worked on (`$3`: its version). `$4`: null where
 * it worked, else why not. `$5`: seconds until it is due again; null: not by itself. What became due meanwhile stays
 * so. `$6`: where it worked, what could not be had.
 */
export const settleMirror = statement<never>(
  'remote_settle',
  `update repository.remote m set error = coalesce($4::text, $6::text),
       failures = case when $4::text is null then 0 else m.failures + 1 end,
       last_at = case when $4::text is null then now() else m.last_at end,
       due = case when m.due <= now() then m.due else now() + make_interval(secs => $5::float) end
     where m.repository = $1 and m.purpose = $2 and m.version = $3`,
);

/** Jobs of a kind that have ended need not be known where a newer one comes: there is one for each look. */
export const forgetEndedJobs = statement<never>(
  'remote_forget_jobs',
  `delete from repository.job where repository = $1 and kind = $2 and ended_at is not null`,
);
