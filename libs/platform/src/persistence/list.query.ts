import type { ListQuery, Page } from '@holdfast/kernel';
import type { DataSource } from 'typeorm';
import { composed } from './composed-statement.js';
import { foldCase } from './search-text.js';

/** How an object's list is read: SQL fragments written by us, never by a client. */
export interface ListSource {
  /** Prefix of the statements' names, unique in the service. */
  name: string;
  select: string;
  from: string;
  /** SQL of each sortable attribute, by attribute name; `id` is the default order and breaks ties. */
  columns: Readonly<Record<string, string>>;
  /** SQL of each searchable attribute; each wants a trigram index. */
  search: Readonly<Record<string, string>>;
  /** SQL of a column that `searchText` wrote of the searchable attributes; then it alone wants the index. */
  searchText?: string;
  updatedAt: string;
  /** SQL that is true for deactivated objects; absent for objects that are removed physically. */
  deleted?: string;
  /** SQL of each filter attribute. */
  filters?: Readonly<Record<string, string>>;
}

/** A condition with its parameters as `$1 …` counted within it. */
export interface Condition {
  sql: string;
  values: unknown[];
}

/** Reads one page; one row more than asked for tells whether there are more. */
export const listPage = async <R>(
  source: DataSource,
  list: ListSource,
  query: ListQuery,
  conditions: readonly Condition[],
): Promise<Page<R>> => {
  if (!query.active && list.deleted === undefined) return { results: [], more: false };
  const { text, values } = listStatement(list, query, conditions);
  const rows = await composed<R>(source, list.name, text, values);
  return { results: rows.slice(0, query.limit), more: rows.length > query.limit };
};

/** The statement of a page, for its reading and for tests on its plan. */
export const listStatement = (
  list: ListSource,
  query: ListQuery,
  conditions: readonly Condition[],
): { text: string; values: unknown[] } => {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const where = conditions.map(({ sql, values: own }) => {
    const first = values.length;
    values.push(...own);
    return `(${sql.replace(/\$(\d+)/g, (_, index: string) => `$${first + Number(index)}`)})`;
  });
  if (list.deleted !== undefined) where.push(query.active ? `not (${list.deleted})` : list.deleted);
  if (query.before !== undefined)
    where.push(`${list.updatedAt} < to_timestamp(${bind(query.before)}::bigint)`);
  if (query.after !== undefined)
    where.push(`${list.updatedAt} >= to_timestamp(${bind(query.after + 1)}::bigint)`);
  for (const [name, value] of Object.entries(query.filters ?? {})) {
    const column = list.filters?.[name];
    if (column) where.push(`${column} = any(${bind(value.split(','))})`);
  }
  if (query.searchTerm !== undefined && query.searchTerm !== '')
    where.push(...searched(list, query.searchTerm, query.searchFields, bind));
  const direction = query.descending ? 'desc' : 'asc';
  const sort = query.sort && query.sort !== 'id' ? [list.columns[query.sort]] : [];
  // A descending list is the ascending one turned round, ties included.
  const order = [...sort, list.columns.id].map((column) => `${column} ${direction}`).join(', ');
  const text =
    `select ${list.select} from ${list.from} where ${where.length ? where.join(' and ') : 'true'}` +
    ` order by ${order} limit ${bind(query.limit + 1)} offset ${bind(query.offset)}`;
  return { text, values };
};

/** Conditions of a search; the pattern is bound, its wildcards mean themselves. */
const searched = (
  { search, searchText }: ListSource,
  term: string,
  fields: readonly string[] = Object.keys(search),
  bind: (value: unknown) => string,
): string[] => {
  const text = searchText === undefined ? term : foldCase(term);
  const pattern = bind(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const every = fields.length === Object.keys(search).length;
  if (searchText !== undefined && every) return [`${searchText} like ${pattern}`];
  const operator = searchText === undefined ? 'ilike' : 'like';
  const parts = fields.map((field) => `${search[field]} ${operator} ${pattern}`);
  const within = parts.length ? `(${parts.join(' or ')})` : 'false';
  return searchText === undefined ? [within] : [`${searchText} like ${pattern}`, within];
};
