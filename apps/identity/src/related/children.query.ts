import type { Answered, Children, ListChildren } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import {
  UnparsedJson,
  runComposed,
  together,
  withLong,
  type Condition,
  type ReadFrom,
} from '@holdfast/platform/persistence';
import type { PairRow, ReadPairs } from './pair-rows.js';
import type { RelatedObjects } from './related-objects.js';
import { readerOfLinks } from './linked-children.query.js';
import type { ChildRows } from './related-rows.js';
import { linkedCounts } from './shared-links.query.js';

/**
 * Most included objects of one answer, and most bytes of their values, which have spaces in the texts of the database:
 * more than any answer takes.
 */
const mostObjects = 10_001;
const mostBytes = 9 * 1024 * 1024;
/** So many of them are read at once, their long columns then as far as there is room; one parent has fewer. */
const readAtOnce = 2_000;
/** Most ids of one answer. */
const mostIds = 100_000;

/**
 * Children of all parents, in order of id, as far as the caller may see them: by one statement, or one for every 2,000
 * included objects; where groups link more than 500 of them, by one more; where they have long columns, by some for
 * these. What does not fit is left out with `cut` on its parent and on those after it.
 */
export const childrenOf = async (
  source: ReadFrom,
  objects: RelatedObjects,
  caller: Principal,
  { parent, parents, child, want, limit }: ListChildren,
): Promise<Children> => {
  const relation = objects.children(parent, child);
  const visible = relation?.visible(caller);
  if (!relation || !visible || parents.length === 0) return {};
  if (want === 'count') return counts(source, relation, visible, parents);
  const read = relation.links
    ? readerOfLinks(source, { rows: relation, links: relation.links, visible, parents }, { want, limit })
    : readerOf(source, relation, visible, { want, limit });
  if (want === 'include') return included(source, relation, read, [...new Set(parents)], limit);
  const { rows, last } = await read(parents, mostIds);
  const found = gathered(relation, rows, { parents, limit, want });
  if (last !== undefined) cutFrom(found, parents, last);
  return found;
};

const readerOf =
  (
    source: ReadFrom,
    relation: ChildRows,
    visible: Condition,
    { want, limit }: { want: 'list' | 'include'; limit: number },
  ): ReadPairs =>
  async (parents, most) => {
    const { sql, parameters } = childrenStatement(relation, visible, want, { parents, limit, most });
    const rows = await runComposed<PairRow>(source, 'children', sql, parameters);
    return { rows, last: rows.length === most ? rows[most - 1].parentUuid : undefined };
  };

/** Reads part by part until all parents had their turn, or no answer would take more. */
const included = async (
  source: ReadFrom,
  relation: ChildRows,
  read: ReadPairs,
  parents: readonly string[],
  limit: number,
): Promise<Children> => {
  const found: Children = {};
  const most = Math.max(readAtOnce, limit + 2);
  let rest = parents;
  let objects = 0;
  let bytes = 0;
  while (objects < mostObjects && bytes < mostBytes) {
    const { rows, last } = await read(rest, most);
    // The last parent of a part may have more: it comes first in the next one.
    const part = last === undefined ? rows : rows.filter((row) => row.parentUuid !== last);
    const end = last === undefined ? rest.length : rest.indexOf(last);
    const whole = relation.long
      ? await withLong(source, relation.long, part, mostBytes - bytes, objectOf)
      : { rows: part, cut: undefined };
    // Of the parent at which there was no more room some are shown.
    const cut = whole.cut?.parentUuid;
    const done = rest.slice(0, cut === undefined ? end : rest.indexOf(cut) + 1);
    Object.assign(found, gathered(relation, whole.rows, { parents: done, limit, want: 'include' }));
    if (cut === undefined && last === undefined) return found;
    rest = rest.slice(done.length);
    if (cut !== undefined) {
      found[cut].cut = true;
      break;
    }
    objects += part.length;
    for (const row of whole.rows) bytes += bytesOf(objectOf(row));
  }
  for (const uuid of rest) found[uuid] = { count: 0, objects: [], cut: true };
  return found;
};

const objectOf = (row: PairRow): object => row.object ?? row;

/** About what the row takes in an answer; it is looked at thousands of times, so nothing is written for it. */
const bytesOf = (row: object): number => {
  let bytes = 0;
  for (const value of Object.values(row) as unknown[])
    bytes += typeof value === 'string' || value instanceof UnparsedJson ? value.length : 16;
  return bytes;
};

const counts = async (
  source: ReadFrom,
  relation: ChildRows,
  visible: Condition,
  parents: string[],
): Promise<Children> => {
  const { from, where, links } = relation;
  if (links) {
    const counted = await linkedCounts(source, { rows: relation, links, visible, parents });
    return Object.fromEntries(parents.map((uuid) => [uuid, { count: counted.get(uuid) ?? 0 }]));
  }
  const sql = `select parent.uuid, c.count from unnest(:parents::uuid[]) as parent (uuid)
             cross join lateral (select count(*)::int as count from ${from} where ${where} and (${visible.sql})) c`;
  const parameters = together({ parents }, visible.parameters);
  const rows = await runComposed<{ uuid: string; count: number }>(source, 'child_counts', sql, parameters);
  return Object.fromEntries(rows.map(({ uuid, count }) => [uuid, { count }]));
};

/**
 * The statement of a list or inclusion, for its reading and for tests on its plan. By hand: what joins the children of
 * each parent laterally is nothing that QueryBuilder can say.
 */
export const childrenStatement = (
  { from, select, where, alias }: ChildRows,
  visible: Condition,
  want: 'list' | 'include',
  { parents, limit, most }: { parents: readonly string[]; limit: number; most: number },
): Condition => {
  const columns = want === 'include' ? select : `${alias}.uuid, ${alias}.id`;
  return {
    sql: `select parent.uuid as "parentUuid", c.* from unnest(:parents::uuid[]) with ordinality as parent (uuid, at)
            cross join lateral (select ${columns} from ${from} where ${where} and (${visible.sql})
                                 order by ${alias}.id limit :each) c
           order by parent.at, c.id limit :most`,
    parameters: together({ parents, each: limit + 1, most }, visible.parameters),
  };
};

const gathered = (
  { view }: ChildRows,
  rows: readonly PairRow[],
  asked: { parents: readonly string[]; limit: number; want: 'list' | 'include' },
): Children => {
  const { parents, limit, want } = asked;
  const found: Children = Object.fromEntries(
    parents.map((uuid) => [uuid, want === 'list' ? { count: 0, ids: [] } : { count: 0, objects: [] }]),
  );
  // What is a child of many parents is made once.
  const shared = new Map<object, Answered>();
  const viewOf = (row: PairRow): Answered => {
    if (row.object === undefined) return view(row as never);
    const known = shared.get(row.object) ?? view(row.object as never);
    shared.set(row.object, known);
    return known;
  };
  for (const row of rows) {
    const of = found[row.parentUuid];
    if (of.count >= limit) {
      of.more = true;
      continue;
    }
    of.count += 1;
    if (want === 'list') of.ids?.push(row.id);
    else of.objects?.push(viewOf(row));
  }
  return found;
};

const cutFrom = (found: Children, parents: readonly string[], first: string): void => {
  for (const uuid of parents.slice(parents.lastIndexOf(first))) found[uuid].cut = true;
};
