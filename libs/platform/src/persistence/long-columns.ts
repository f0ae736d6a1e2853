import { runComposed } from './composed-statement.js';
import type { ReadFrom } from './read-until.js';

/**
 * Columns of which one value may be long, and a thousand more than a process should hold. What is short comes with its
 * row; a long one is null there, and read by `withLong`, as far as an answer takes it.
 */
export interface LongColumns {
  /** Where the rows are, found by `uuid`. Begins the name of the statement, too. */
  table: string;
  /** The SQL of each as JSON text, by its name: that of the column, which is never null, and of the row's property. */
  texts: Readonly<Record<string, (column: string) => string>>;
}

/**
 * JSON as the database wrote it. It is parsed when it is written into an answer: parsed it takes many times the room.
 */
export class UnparsedJson {
  constructor(private readonly text: string) {}

  get length(): number {
    return this.text.length;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * Bytes of what is short: in the database, where it is not compressed. As text they may be some twenty times as many.
 */
const short = 256;

/** The columns for a list of selected ones: null where they are long. */
export const shortOf = ({ texts }: LongColumns, alias: string): string =>
  Object.keys(texts)
    .map((name) => {
      const column = `${alias}.${name}`;
      const isShort = `pg_column_size(${column}) <= ${short} and pg_column_compression(${column}) is null`;
      return `case when ${isShort} then ${column} end as "${name}"`;
    })
    .join(', ');

interface Identified {
  uuid: string;
}

export interface WithLong<R> {
  /** Those before the first that has no room, without those that are gone. */
  rows: readonly R[];
  /** The first that has no room. */
  cut: R | undefined;
}

/** So many rows are looked at together, and more only while they are small. */
const atOnce = 64;
const mostAtOnce = 256;
const bytesAtOnce = 1024 * 1024;

/**
 * Rows with their long columns, in their order, until these take `room` bytes as texts; the first always has room.
 * Reads part by part, so that neither side has much more at a time than is answered. `objectOf`: what of a row has the
 * columns; many rows may share one.
 */
export const withLong = async <R extends object>(
  from: ReadFrom,
  long: LongColumns,
  rows: readonly R[],
  room: number,
  objectOf: (row: R) => object = (row) => row,
): Promise<WithLong<R>> => {
  const names = Object.keys(long.texts);
  const open = (row: R): boolean => names.some((name) => (objectOf(row) as Values)[name] === null);
  const first = rows.findIndex(open);
  if (first < 0) return { rows, cut: undefined };
  const whole = rows.slice(0, first);
  let left = room;
  let size = atOnce;
  for (let at = first; at < rows.length;) {
    const part = rows.slice(at, at + size);
    const uuids = [...new Set(part.filter(open).map((row) => (objectOf(row) as Identified).uuid))];
    const found = await textsOf(from, long, uuids, left);
    for (const row of part) {
      const object = objectOf(row) as Values;
      if (open(row)) {
        const texts = found.get((object as unknown as Identified).uuid);
        if (!texts) continue;
        if (left <= 0 || texts[names[0]] === null) return { rows: whole, cut: row };
        for (const name of names) object[name] = new UnparsedJson(String(texts[name]));
      }
      for (const name of names) if (object[name] instanceof UnparsedJson) left -= object[name].length;
      whole.push(row);
    }
    at += part.length;
    const wanted = (bytesAtOnce * (at - first)) / Math.max(1, room - left);
    size = Math.min(mostAtOnce, Math.max(atOnce, Math.floor(wanted)));
  }
  return { rows: whole, cut: undefined };
};

type Values = Record<string, unknown>;

/** The texts by uuid; null from the first on that begins beyond `room` bytes. Who is gone is absent. */
const textsOf = async (
  from: ReadFrom,
  { table, texts }: LongColumns,
  uuids: readonly string[],
  room: number,
): Promise<Map<string, Values>> => {
  if (uuids.length === 0) return new Map();
  const each = Object.entries(texts);
  const bytes = each.map(([name, text]) => `octet_length(${text(`t.${name}`)})`).join(' + ');
  const shown = each.map(([name, text]) => `case when before < :room then ${text(name)} end as "${name}"`);
  // What all take is summed up before any is sent; the texts are made again for those that are.
  const sql = `select uuid, ${shown.join(', ')} from (
      select t.uuid, ${each.map(([name]) => `t.${name}`).join(', ')}, coalesce(sum(${bytes}) over
             (order by w.at rows between unbounded preceding and 1 preceding), 0) as before
        from unnest(:uuids::uuid[]) with ordinality as w (uuid, at) join ${table} t on t.uuid = w.uuid) l`;
  const rows = await runComposed<Values & Identified>(from, `long_${table}`, sql, { uuids, room });
  return new Map(rows.map((row) => [row.uuid, row]));
};
