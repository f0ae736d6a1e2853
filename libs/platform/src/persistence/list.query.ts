import type { ListQuery, Page } from '@holdfast/kernel';
import { Brackets, type DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import {
  composed,
  run,
  together,
  type Composed,
  type Condition,
  type Parameters,
} from './composed-statement.js';
import { foldCase } from './search-text.js';

/** How an object's list is read: SQL fragments written by us, never by a client. */
export interface ListSource {
  /** Prefix of the statements' names, unique in the service. */
  name: string;
  /** What is read of which tables, before any condition; columns come under the names of the row's properties. */
  rows: (source: DataSource) => SelectQueryBuilder<ObjectLiteral>;
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

/** Reads one page; one row more than asked for tells whether there are more. */
export const listPage = async <R>(
  source: DataSource,
  list: ListSource,
  query: ListQuery,
  conditions: readonly Condition[],
): Promise<Page<R>> => {
  if (!query.active && list.deleted === undefined) return { results: [], more: false };
  const { statement, parameters } = listStatement(source, list, query, conditions);
  const rows = await run<R>(source, statement, parameters);
  return { results: rows.slice(0, query.limit), more: rows.length > query.limit };
};

/** The statement of a page, for its reading and for tests on its plan. */
export const listStatement = (
  source: DataSource,
  list: ListSource,
  query: ListQuery,
  conditions: readonly Condition[],
): { statement: Composed; parameters: Parameters } => {
  const parameters = together(...conditions.map((each) => each.parameters), parametersOf(list, query));
  const compose = (): string => textOf(source, list, query, conditions);
  return {
    statement: composed(source, list.name, shapeOf(list, query, conditions), compose, parameters),
    parameters,
  };
};

const filtersOf = ({ filters = {} }: ListSource, query: ListQuery): string[] =>
  Object.keys(query.filters ?? {}).filter((name) => Object.hasOwn(filters, name));

const searches = ({ searchTerm = '' }: ListQuery): boolean => searchTerm !== '';

const fieldsOf = ({ search }: ListSource, { searchFields }: ListQuery): readonly string[] =>
  searchFields ?? Object.keys(search);

const parametersOf = (list: ListSource, query: ListQuery): Parameters => {
  const { before, after, searchTerm = '', limit, offset } = query;
  const parameters: Record<string, unknown> = { limit: limit + 1, offset };
  if (before !== undefined) parameters.before = before;
  if (after !== undefined) parameters.after = after + 1;
  for (const name of filtersOf(list, query)) parameters[`filter_${name}`] = query.filters?.[name]?.split(',');
  if (searches(query))
    parameters.pattern = patternOf(list.searchText === undefined ? searchTerm : foldCase(searchTerm));
  return parameters;
};

/** The pattern is bound; its wildcards mean themselves. */
const patternOf = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

/** All that the text depends on: composing it takes as long as everything else that reading a page costs here. */
const shapeOf = (list: ListSource, query: ListQuery, conditions: readonly Condition[]): string => {
  const { active, sort = 'id', descending, before, after } = query;
  return [
    `${list.name} ${active} ${sort} ${descending} ${before !== undefined} ${after !== undefined}`,
    filtersOf(list, query).join(),
    searches(query) ? fieldsOf(list, query).join() : '-',
    ...conditions.map(({ sql }) => sql),
  ].join('\n');
};

const textOf = (
  source: DataSource,
  list: ListSource,
  query: ListQuery,
  conditions: readonly Condition[],
): string => {
  const rows = list.rows(source);
  const where = (sql: string) => rows.andWhere(new Brackets((bracket) => bracket.where(sql)));
  for (const { sql } of conditions) where(sql);
  if (list.deleted !== undefined) where(query.active ? `not (${list.deleted})` : list.deleted);
  if (query.before !== undefined) where(`${list.updatedAt} < to_timestamp(:before::bigint)`);
  if (query.after !== undefined) where(`${list.updatedAt} >= to_timestamp(:after::bigint)`);
  for (const name of filtersOf(list, query)) where(`${list.filters?.[name]} = any(:filter_${name})`);
  if (searches(query)) for (const sql of searched(list, fieldsOf(list, query))) where(sql);
  const direction = query.descending ? 'DESC' : 'ASC';
  if (query.sort && query.sort !== 'id') rows.addOrderBy(list.columns[query.sort], direction);
  // A descending list is the ascending one turned round, ties included.
  rows.addOrderBy(list.columns.id, direction);
  return `${rows.getQuery()} limit :limit offset :offset`;
};

const searched = ({ search, searchText }: ListSource, fields: readonly string[]): string[] => {
  const every = fields.length === Object.keys(search).length;
  if (searchText !== undefined && every) return [`${searchText} like :pattern`];
  const operator = searchText === undefined ? 'ilike' : 'like';
  const within = fields.map((field) => `${search[field]} ${operator} :pattern`).join(' or ') || 'false';
  return searchText === undefined ? [within] : [`${searchText} like :pattern`, within];
};
