import { numbersIn } from '@holdfast/kernel';
import { runComposed, together, type ReadFrom } from '@holdfast/platform/persistence';
import type { PairRow, PartOfPairs, ReadPairs } from './pair-rows.js';
import type { ChildRows } from './related-rows.js';
import { linkedPage, type LinkedBy, type LinkedChild } from './shared-links.query.js';

/** So many children of all parents together are numbered at once, and so many come with their objects. */
const numberedAtOnce = 20_000;
const wholeAtOnce = 500;

type Asked = LinkedBy & { rows: ChildRows };

/**
 * Reads children that come to their parents by links: which they are once for all parents, with their objects where
 * they are few, else these by uuid part by part.
 */
export const readerOfLinks = (
  source: ReadFrom,
  asked: Asked,
  { want, limit }: { want: 'list' | 'include'; limit: number },
): ReadPairs => {
  let firsts: Promise<Map<string, LinkedChild[]>> | undefined;
  return async (of, most) => {
    const objects = want === 'include' ? { select: asked.rows.select, most: wholeAtOnce } : undefined;
    const known = await (firsts ??= firstOfEach(source, asked, limit + 1, objects));
    const part = pairs(known, of, most);
    const isWhole = want === 'list' || part.rows.every(({ object }) => object !== undefined);
    return isWhole ? part : { ...part, rows: await objectsOf(source, asked, part.rows) };
  };
};

const firstOfEach = async (
  source: ReadFrom,
  asked: Asked,
  each: number,
  objects: { select: string; most: number } | undefined,
): Promise<Map<string, LinkedChild[]>> => {
  const firsts = new Map(asked.parents.map((parent) => [parent, [] as LinkedChild[]]));
  let open = [...firsts];
  let after = '';
  while (open.length > 0) {
    const parents = open.map(([parent]) => parent);
    const most = open.length === 1 ? each : numberedAtOnce;
    // Where there are more pages than one, there are too many children for their objects.
    const page = { after, most, objects: after === '' ? objects : undefined };
    const { children, sets, more } = await linkedPage(source, { ...asked, parents }, page);
    for (const [parent, first] of open) {
      const set = sets.get(parent);
      if (!set) continue;
      for (const at of numbersIn(set, children.length)) {
        if (first.length === each) break;
        first.push(children[at]);
      }
    }
    after = children.at(-1)?.id ?? '';
    open = more ? open.filter(([, first]) => first.length < each) : [];
  }
  return firsts;
};

const pairs = (
  firsts: ReadonlyMap<string, readonly LinkedChild[]>,
  of: readonly string[],
  most: number,
): PartOfPairs => {
  const rows: PairRow[] = [];
  for (const parentUuid of of)
    for (const { uuid, id, object } of firsts.get(parentUuid) ?? []) {
      rows.push({ parentUuid, uuid, id, object });
      if (rows.length === most) return { rows, last: parentUuid };
    }
  return { rows, last: undefined };
};

/** The rows with the columns of their objects; an object that has gone since has no row. */
const objectsOf = async (
  source: ReadFrom,
  { rows: { select, from, alias }, visible }: Asked,
  of: readonly PairRow[],
): Promise<PairRow[]> => {
  const uuids = [...new Set(of.map(({ uuid }) => uuid))];
  if (uuids.length === 0) return [];
  const sql = `select ${select} from ${from} where ${alias}.uuid = any(:uuids::uuid[]) and (${visible.sql})`;
  const read = await runComposed<PairRow>(
    source,
    'linked_objects',
    sql,
    together({ uuids }, visible.parameters),
  );
  const byUuid = new Map(read.map((row) => [row.uuid, row]));
  return of.flatMap(({ parentUuid, uuid }) => {
    const object = byUuid.get(uuid);
    return object ? [{ parentUuid, uuid, id: object.id, object }] : [];
  });
};
