import {
  runComposed,
  together,
  type Condition,
  type Parameters,
  type ReadFrom,
} from '@holdfast/platform/persistence';
import type { ChildRows, SharedLinks } from './related-rows.js';

export interface LinkedChild {
  uuid: string;
  id: string;
  /** The columns of its object, where there are few children and these were asked for. */
  object?: object;
}

/** Children of many parents: each child once, and a set of them for each parent. */
export interface LinkedPage {
  /** In order of id. */
  children: LinkedChild[];
  /** Bit sets of the numbers of children, by parent. Who has none is absent. */
  sets: Map<string, Buffer>;
  /** There are more children, which come after these. */
  more: boolean;
}

/** Which parents, and which children of theirs. */
export interface LinkedBy {
  rows: Pick<ChildRows, 'from' | 'where' | 'alias'>;
  links: SharedLinks;
  visible: Condition;
  parents: readonly string[];
}

/** So many children share a row of bits. */
const partBits = 1024;
const partBytes = partBits / 8;

/**
 * By hand, and by sets: a thousand people in a group with a thousand projects are a million pairs. No pair is made
 * here: children are numbered, each group's are bits, and a parent's are the bits of its groups, put together. What it
 * takes grows with the rows of the tables, not with their product.
 */
const linked = ({ rows, links: { own, groups, ofGroup } }: LinkedBy, visible: string): string => {
  const child = `${rows.alias}.uuid`;
  return `with via as materialized (
      select ${groups.of} as parent, ${groups.to} as holder from ${groups.table}
       where ${groups.of} = any(:parents::uuid[])
    ), link as materialized (
      select ${own.of} as holder, ${own.to} as child, true as own from ${own.table}
       where ${own.of} = any(:parents::uuid[])
      union all
      select ${ofGroup.of}, ${ofGroup.to}, false from ${ofGroup.table}
       where ${ofGroup.of} in (select holder from via)
    ), child as materialized (
      select uuid, id, (row_number() over (order by id) - 1)::int as at from (
        select ${child}, ${rows.alias}.id from ${rows.from}
         where ${child} in (select child from link) and ${rows.where} and (${visible})
           and ${rows.alias}.id > :after
         order by ${rows.alias}.id limit :most) c
    ), held as materialized (
      select holder, own, at / ${partBits} as part,
             bit_or(set_bit(repeat('0', ${partBits})::bit(${partBits}), at % ${partBits}, 1)) as bits
        from link join child on child.uuid = link.child
       where at < coalesce(:most::int - 1, at + 1) group by holder, own, part
    ), linked as (
      select parent, part, bit_or(bits) as bits from (
        select parent, part, bits from via join held on held.holder = via.holder and not own
        union all
        select holder, part, bits from held where own) each group by parent, part
    )`;
};

const parametersOf = ({ parents, visible }: LinkedBy, page: Parameters): Parameters =>
  together({ parents: [...new Set(parents)], ...page }, visible.parameters);

/** The statement of the counts, for its reading and for a test on its plan. */
export const linkedCountsStatement = (asked: LinkedBy): Condition => ({
  sql: `${linked(asked, asked.visible.sql)}
    select parent, sum(bit_count(bits))::int as count from linked group by parent`,
  parameters: parametersOf(asked, { after: '', most: null }),
});

/** How many children each parent has; who has none is absent. */
export const linkedCounts = async (source: ReadFrom, asked: LinkedBy): Promise<Map<string, number>> => {
  const { sql, parameters } = linkedCountsStatement(asked);
  const rows = await runComposed<CountRow>(source, 'linked_counts', sql, parameters);
  return new Map(rows.map(({ parent, count }) => [parent, count]));
};

interface CountRow {
  parent: string;
  count: number;
}

const numbered = `select uuid as "linkedUuid", id as "linkedId", at as "linkedAt", null::bytea as "linkedBits"
      from child
    union all
    select parent, null, part, substring(bit_send(bits) from 5) from linked`;

/** The same with columns of the children's objects, each looked up by its uuid, if there are `:whole` at most. */
const withObjects = ({ from, alias }: LinkedBy['rows'], select: string): string =>
  `select * from (${numbered}) n left join lateral (
      select ${select} from ${from}
       where ${alias}.uuid = n."linkedUuid" and n."linkedBits" is null and (select count(*) from child) <= :whole
      offset 0) o on true`;

/** Which children are numbered, and the columns of their objects that are wanted where there are so many at most. */
interface Numbering {
  after: string;
  most: number;
  objects?: { select: string; most: number } | undefined;
}

/** The children of all parents together whose ids come after `after`, at most `most` of them, and whose they are. */
export const linkedPage = async (
  source: ReadFrom,
  asked: LinkedBy,
  numbering: Numbering,
): Promise<LinkedPage> => {
  const { sql, parameters } = linkedPageStatement(asked, numbering);
  const rows = await runComposed<Row>(source, 'linked', sql, parameters);
  return pageOf(rows, numbering.most, numbering.objects?.most ?? 0);
};

/** The statement of a page, for its reading and for a test on its plan. */
export const linkedPageStatement = (asked: LinkedBy, { after, most, objects }: Numbering): Condition => ({
  sql: `${linked(asked, asked.visible.sql)} ${objects ? withObjects(asked.rows, objects.select) : numbered}`,
  parameters: parametersOf(asked, { after, most: most + 1, ...(objects ? { whole: objects.most } : {}) }),
});

/** A child with its number, or a part of a parent's bits. */
type Row =
  | { linkedUuid: string; linkedId: string; linkedAt: number; linkedBits: null }
  | { linkedUuid: string; linkedId: null; linkedAt: number; linkedBits: Buffer };

const pageOf = (rows: readonly Row[], most: number, whole: number): LinkedPage => {
  const children: LinkedChild[] = [];
  const sets = new Map<string, Buffer>();
  for (const row of rows) {
    if (row.linkedBits === null)
      children[row.linkedAt] = { uuid: row.linkedUuid, id: row.linkedId, object: row };
  }
  if (children.length > whole) for (const child of children) delete child.object;
  const more = children.length > most;
  const bytes = Math.ceil(children.length / partBits) * partBytes;
  for (const { linkedUuid: uuid, linkedAt: at, linkedBits: bits } of rows) {
    if (bits === null) continue;
    const known = sets.get(uuid) ?? Buffer.alloc(bytes);
    bits.copy(known, at * partBytes);
    sets.set(uuid, known);
  }
  return { children: more ? children.slice(0, most) : children, sets, more };
};
