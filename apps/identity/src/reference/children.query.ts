import type { Children, ListChildren } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { pool, statementName } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';
import { relations, type Relation } from './relations.js';

/** Most included objects, and most ids, of one answer. */
const mostObjects = 10_001;
const mostIds = 100_000;

interface Row {
  parent_uuid: string;
  uuid: string;
  id: string;
}

/**
 * Children of all parents by one statement, in order of id, as far as the caller may see them. What does not fit
 * is left out with `cut` on its parent and on those after it.
 */
export const childrenOf = async (
  source: DataSource,
  caller: Principal,
  { parent, parents, child, want, limit }: ListChildren,
): Promise<Children> => {
  const relation = own(own(relations, parent) ?? {}, child);
  const visible = relation?.visible(caller);
  if (!relation || !visible || parents.length === 0) return {};
  if (want === 'count') return counts(source, relation, visible, parents);
  const most = want === 'include' ? mostObjects : mostIds;
  const { sql, values } = childrenStatement(relation, visible, want, parents, limit, most);
  const { rows } = await pool(source).query<Row>({ name: statementName('children', sql), text: sql, values });
  return gathered(relation, rows, { parents, limit, want, cut: rows.length >= most });
};

const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Parents are `$1`; what the condition binds follows. */
const shifted = ({ sql }: { sql: string }, by: number): string =>
  sql.replace(/\$(\d+)/g, (_, index: string) => `$${Number(index) + by}`);

const counts = async (
  source: DataSource,
  { from, where }: Relation,
  visible: { sql: string; values: unknown[] },
  parents: string[],
): Promise<Children> => {
  const text = `select parent.uuid, c.count from unnest($1::uuid[]) as parent (uuid)
             cross join lateral (select count(*)::int as count from ${from} where ${where}
                                    and (${shifted(visible, 1)})) c`;
  const { rows } = await pool(source).query<{ uuid: string; count: number }>({
    name: statementName('child_counts', text),
    text,
    values: [parents, ...visible.values],
  });
  return Object.fromEntries(rows.map(({ uuid, count }) => [uuid, { count }]));
};

/** The statement of a list or inclusion, for its reading and for tests on its plan. */
export const childrenStatement = (
  { from, select, where, child }: Relation,
  visible: { sql: string; values: unknown[] },
  want: 'list' | 'include',
  parents: string[],
  limit: number,
  most: number,
): { sql: string; values: unknown[] } => {
  const columns = want === 'include' ? select : `${child}.uuid, ${child}.id`;
  return {
    sql: `select parent.uuid as parent_uuid, c.* from unnest($1::uuid[]) with ordinality as parent (uuid, at)
            cross join lateral (select ${columns} from ${from} where ${where} and (${shifted(visible, 3)})
                                 order by ${child}.id limit $2) c
           order by parent.at, c.id limit $3`,
    values: [parents, limit + 1, most, ...visible.values],
  };
};

const gathered = (
  { view }: Relation,
  rows: readonly Row[],
  asked: { parents: readonly string[]; limit: number; want: 'list' | 'include'; cut: boolean },
): Children => {
  const { parents, limit, want, cut } = asked;
  const found: Children = Object.fromEntries(
    parents.map((uuid) => [uuid, want === 'list' ? { count: 0, ids: [] } : { count: 0, objects: [] }]),
  );
  for (const row of rows) {
    const of = found[row.parent_uuid];
    if (of.count >= limit) {
      of.more = true;
      continue;
    }
    of.count += 1;
    if (want === 'list') of.ids?.push(row.id);
    else of.objects?.push(view(row as never));
  }
  if (cut) {
    const last = parents.lastIndexOf(rows[rows.length - 1].parent_uuid);
    for (const uuid of parents.slice(last)) found[uuid].cut = true;
  }
  return found;
};
