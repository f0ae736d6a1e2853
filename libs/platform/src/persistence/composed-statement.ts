import type { DataSource } from 'typeorm';
import { connectionFor, sourceOf, type ReadFrom } from './read-until.js';

/** The values of the parameters, by the names that stand in the SQL as `:name`. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A condition in SQL, with parameters as `:name`. The text is ours; never a client's. */
export interface Condition {
  sql: string;
  parameters: Parameters;
}

/** A statement in the form that the driver takes, with `$1`, `$2` … */
export interface Composed {
  name: string | undefined;
  text: string;
  /** Names of the parameters in the order of `$1`, `$2` … */
  names: readonly string[];
}

const kept = new Map<string, Composed>();
/** How many of them there are of each prefix. */
const counts = new Map<string | undefined, number>();

/** So many texts are kept. More would take too much memory, here and in every connection. */
const most = 500;
/** And so many of one prefix: whoever asks a list for one shape after the other costs the other lists nothing. */
const mostOfOne = 60;

/**
 * A statement that is put together of parts. Each shape is composed once, and the database parses it once for each
 * connection. `shape`: all that the text depends on. `prefix`: begins the statement's name, by which it is found in the
 * database's views, where the text is kept. Undefined: it has no name, so the database makes a plan for its values each
 * time.
 */
export const composed = (
  source: DataSource,
  prefix: string | undefined,
  shape: string,
  compose: () => string,
  parameters: Parameters,
): Composed => {
  const known = kept.get(shape);
  if (known) return known;
  const [text, names] = written(source, compose(), Object.keys(parameters));
  const count = counts.get(prefix) ?? 0;
  if (kept.size >= most || count >= mostOfOne) return { name: undefined, text, names };
  const made = { name: prefix && `${prefix}_${kept.size}`, text, names };
  kept.set(shape, made);
  counts.set(prefix, count + 1);
  return made;
};

/** Runs a statement that is put together of parts, as SQL with parameters as `:name`. */
export const runComposed = async <R>(
  from: ReadFrom,
  prefix: string | undefined,
  sql: string,
  parameters: Parameters,
): Promise<R[]> =>
  run(
    from,
    composed(sourceOf(from), prefix, sql, () => sql, parameters),
    parameters,
  );

export const run = async <R>(
  from: ReadFrom,
  { name, text, names }: Composed,
  parameters: Parameters,
): Promise<R[]> =>
  (await connectionFor(from).query<R>({ name, text, values: names.map((each) => parameters[each]) })).rows;

/** Lets TypeORM read `:name`. It is given the names in place of the values, so that it answers their order. */
const written = (source: DataSource, sql: string, names: string[]): [string, string[]] => {
  const [text, order] = source.driver.escapeQueryWithParameters(
    sql,
    Object.fromEntries(names.map((name) => [name, name])),
  );
  return [text, order.map(String)];
};

/** The parameters of several conditions. @throws Error where one name has two values */
export const together = (...all: readonly Parameters[]): Record<string, unknown> => {
  const parameters: Record<string, unknown> = {};
  for (const each of all)
    for (const [name, value] of Object.entries(each)) {
      if (name in parameters && parameters[name] !== value) throw new Error(`two values for :${name}`);
      parameters[name] = value;
    }
  return parameters;
};
