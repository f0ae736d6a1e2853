import { statement } from '@holdfast/platform/persistence';

/** By hand, as it takes the place of an earlier attempt. */
export const beginMove = statement<never>(
  'repository_move_begin',
  `insert into repository.repository_move (repository, name, source, target) values ($1, $2, $3, $4)
     on conflict (repository) do update set name = excluded.name, source = excluded.source, target = excluded.target`,
);

/**
 * By hand, as the move ends and the repository changes hands in one statement, or neither does; jobs that wait go with
 * it.
 */
export const switchNode = statement<{ id: string; uuid: string; company: string }>(
  'repository_move_switch',
  `with ended as (delete from repository.repository_move where repository = $1 and name = $2 returning source, target),
     followed as (update repository.job j set node = ended.target from ended where j.repository = $1 and j.state = 'queued')
     update repository.repository r set node = ended.target from ended
       where r.uuid = $1 and r.node = ended.source returning r.id, r.uuid, r.company`,
);

export const moveUnderWay = statement<object>(
  'repository_move_under_way',
  `select from repository.repository_move m join repository.repository r on r.uuid = m.repository and r.node = m.source
     where m.repository = $1 and m.name = $2 and m.target = $3`,
);

/** By hand, as the node may be either of two. `$3`: the one attempt that is meant, or null. */
export const cancelMoves = statement<never>(
  'repository_move_cancel',
  `delete from repository.repository_move
     where repository = $1 and $2 in (source, target) and ($3::uuid is null or name = $3::uuid)`,
);
