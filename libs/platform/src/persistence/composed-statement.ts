import type { DataSource } from 'typeorm';
import { pool } from './pool.js';

const names = new Map<string, string>();

/** Forms beyond this number are not worth a place in every connection. */
const most = 500;

/**
 * Runs a statement that is put together of parts. The same text gets the same name, so that each form is parsed once
 * per connection. `prefix`: says in the database's views whose it is.
 */
export const composed = async <R>(
  source: DataSource,
  prefix: string,
  text: string,
  values: unknown[],
): Promise<R[]> => (await pool(source).query<R>({ name: nameOf(prefix, text), text, values })).rows;

/** Undefined: there are too many already. */
const nameOf = (prefix: string, text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= most) return known;
  const name = `${prefix}_${names.size}`;
  names.set(text, name);
  return name;
};
