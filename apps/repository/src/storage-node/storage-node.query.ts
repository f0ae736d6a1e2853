import { statement } from '@holdfast/platform/persistence';
import type { HeldByNode, NodeState } from './node-choice.rules.js';

/**
 * By hand, as it makes the row or changes it, unless another process ($6: which one) is the node by now; `$7`: this one
 * is it from now on. Whether the node is drained is the operator's matter.
 */
export const tellOfNode = statement<object>(
  'storage_node_tell',
  `insert into repository.storage_node as n (name, seen_at, room, reserve, transfers, kinds, process)
     values ($1, now(), $2, $3, $4, $5, $6)
     on conflict (name) do update set seen_at = now(), room = excluded.room, reserve = excluded.reserve,
       transfers = excluded.transfers, kinds = excluded.kinds, process = excluded.process
       where $7 or n.process = excluded.process
     returning n.name`,
);

/** A node that is silent, and has nothing of the kinds ($2) that have directories. */
export const removeNode = statement<object>(
  'storage_node_remove',
  `delete from repository.storage_node
     where name = $1 and (seen_at is null or seen_at < now() - make_interval(secs => $3::float8 / 1000))
       and not exists (select from repository.repository where node = $1 and type = any($2))
     returning name`,
);

/** By hand, as the clock of the database says how long a node has been silent: no two machines have the same time. */
export const allNodes = statement<NodeState>(
  'storage_node_all',
  `select name, extract(epoch from now() - seen_at)::float8 * 1000 as silent, room::float8, reserve::float8,
     transfers, kinds, draining from repository.storage_node order by name`,
);

/** What lies on each node, of the kinds ($1) that have directories. */
export const heldByNodes = statement<HeldByNode>(
  'storage_node_held',
  `select node, count(*)::int as repositories, coalesce(sum(storage_used), 0)::float8 as stored
     from repository.repository where type = any($1) group by node`,
);
