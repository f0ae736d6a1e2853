import { statement } from '@holdfast/platform/persistence';

/** By hand: rows of the catalogue become jobs of the lowest rank, and none of them comes here. */
export const enterForAll = statement<{ uuid: string }>(
  'care_enter_for_all',
  `insert into repository.job as j (uuid, kind, repository, company, node, payload, state, lowest, stopping, doing, attempts,
       asked_at, due_at)
     select gen_random_uuid(), $1, r.uuid, r.company, r.node, '{}', 'queued', true, false, '', 0, now(), now()
       from repository.repository r where r.type = any($2) and r.deleted_at is null
     on conflict (repository, kind) where state = 'queued' do nothing
     returning j.uuid`,
);

/**
 * The repository of a node that was looked through longest ago, if that is so many days; nobody else takes it
 * meanwhile.
 */
export const takeOldest = statement<{ uuid: string }>(
  'care_take_oldest',
  `update repository.repository set checked_at = now()
     where uuid = (
       select uuid from repository.repository
         where node = $1 and type = any($2) and deleted_at is null and checked_at < now() - make_interval(days => $3)
         order by checked_at limit 1 for update skip locked)
     returning uuid`,
);

/** Whether a job of the lowest rank waits or runs on a node. */
export const isAtIt = statement<{ at_it: boolean }>(
  'care_is_at_it',
  `select exists (select from repository.job where node = $1 and kind = $2 and lowest and state = 'queued')
       or exists (select from repository.job where node = $1 and kind = $2 and lowest and state = 'running') as at_it`,
);

export const noteDamage = statement<{ fresh: boolean }>(
  'care_note_damage',
  `insert into repository.repository_damage as d (repository, since, seen_at, count, lines) values ($1, now(), now(), $2, $3)
     on conflict (repository) do update set seen_at = excluded.seen_at, count = excluded.count, lines = excluded.lines
     returning xmax = 0 as fresh`,
);

/** By hand, as an update of TypeORM would say when somebody changed the repository. */
export const noteChecked = statement<never>(
  'care_note_checked',
  'update repository.repository set checked_at = now() where uuid = $1',
);
