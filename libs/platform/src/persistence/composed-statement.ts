import type { DataSource } from 'typeorm';
import { connectionFor, sourceOf, type ReadFrom } from './read-until.js';

/** Values by the names that SQL has them under, as `:name`. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A condition with its parameters as `:name`, written by us and never by a client. */
export interface Condition {
  sql: string;
  parameters: Parameters;
}

/** A text in the form of the driver. */
export interface Composed {
  name: string | undefined;
  text: string;
  /** Names of the parameters in the order of `$1`, `$2` … */
  names: readonly string[];
}

const kept = new Map<string, Composed>();

/** Forms beyond this number are not worth a place in memory and in every connection. */
const most = 500;

/**
 * A statement that is put together of parts. One shape is composed once, and is parsed once per connection.
 * `prefix`: says in the database's views whose it is; undefined: it is planned anew each time, since its values decide
 * how. `shape`: all that the text depends on.
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
  if (kept.size >= most) return { name: undefined, text, names };
  const made = { name: prefix && `${prefix}_${kept.size}`, text, names };
  kept.set(shape, made);
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

/** TypeORM's own reading of `:name`. Each parameter stands for itself, so that the values come back as their names. */
const written = (source: DataSource, sql: string, names: string[]): [string, string[]] => {
  const [text, order] = source.driver.escapeQueryWithParameters(
    sql,
    Object.fromEntries(names.map((name) => [name, name])),
  );
  return [text, order.map(String)];
};

/** All parameters of several conditions; one name stands for one value. */
export const together = (...all: readonly Parameters[]): Record<string, unknown> => {
  const parameters: Record<string, unknown> = {};
  for (const each of all)
    for (const [name, value] of Object.entries(each)) {
      if (name in parameters && parameters[name] !== value) throw new Error(`two values for :${name}`);
      parameters[name] = value;
    }
  return parameters;
};
