import type { ListChoice, ListQuery, Page } from '@holdfast/kernel';
import { Brackets, type DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import {
  composed,
  run,
  together,
  type Composed,
  type Condition,
  type Parameters,
} from './composed-statement.js';
import { withLong, type LongColumns } from './long-columns.js';
import { sourceOf, type ReadFrom } from './read-until.js';
import { foldCase } from './search-text.js';

/** How the list of an object is read. All SQL is ours; none of it comes from a client. */
export interface ListSource {
  /** Begins the names of its statements; unique in the service. */
  name: string;
  /** The columns and tables, without conditions. Columns are named as the properties of the row. */
  rows: (source: Pick<DataSource, 'createQueryBuilder'>) => SelectQueryBuilder<ObjectLiteral>;
  /**
   * The SQL of each sortable attribute, by its name. `id` must be there: it is the default, and orders equal ones. Of
   * what is too long for an index there are several: first what the index has of it.
   */
  columns: Readonly<Record<string, string | readonly string[]>>;
  /**
   * No two rows of a list have the same id, and an index begins with the columns that every list of them asks for and
   * ends with it: then the rows before a page are passed over in that index, without a look at them.
   */
  hasUniqueIds?: true | undefined;
  /** The SQL of each searchable attribute, by its name. Where rows are many, each needs a trigram index. */
  search: Readonly<Record<string, string>>;
  /** The SQL of a column that `searchText` has made of all searchable attributes. Then only this needs the index. */
  searchText?: string;
  updatedAt: string;
  /** SQL that is true for deactivated objects. Absent: the objects are never deactivated, but removed. */
  deleted?: string;
  /** Columns of which a page shows no more than fit: in `rows` they are null where they are long. */
  long?: LongColumns | undefined;
  /** The SQL of each filter, by its name. */
  filters?: Readonly<Record<string, string>>;
}

/**
 * Most bytes of long columns in a page: as texts of the database, whose spaces make them up to half as long again as
 * the 4 MiB that an answer takes.
 */
const mostOfLong = 6 * 1024 * 1024;

/**
 * Reads one page, and one row more, to know whether there are more. A page whose long columns take more than any answer
 * is shorter.
 */
export const listPage = async <R extends object>(
  from: ReadFrom,
  list: ListSource,
  query: ListQuery,
  conditions: readonly Condition[],
): Promise<Page<R>> => {
  if (!query.active && list.deleted === undefined) return { results: [], more: false };
  const { statement, parameters } = listStatement(sourceOf(from), list, query, conditions);
  const rows = await run<R>(from, statement, parameters);
  const results = rows.slice(0, query.limit);
  const more = rows.length > query.limit;
  if (!list.long) return { results, more };
  const whole = await withLong(from, list.long, results, mostOfLong);
  return { results: [...whole.rows], more: more || whole.cut !== undefined };
};

/** The statement of a page; exported for tests of its plan. */
export const listStatement = (
  source: DataSource,
  list: ListSource,
  query: ListQuery,
  conditions: readonly Condition[],
): { statement: Composed; parameters: Parameters } => {
  const all = [...conditions, ...askedOf(list, query)];
  const page = { limit: query.limit + 1, offset: query.offset };
  const parameters = together(...all.map((each) => each.parameters), page);
  const compose = (): string => textOf(source, list, query, all);
  return {
    statement: composed(source, list.name, shapeOf(list, query, all), compose, parameters),
    parameters,
  };
};

/** What each part of a query asks of a row. A new parameter of lists does not compile before it stands here. */
const asks: { [Name in keyof ListChoice]-?: (list: ListSource, query: ListQuery) => Condition[] } = {
  active: ({ deleted }, { active }) =>
    deleted === undefined ? [] : [condition(active ? `not (${deleted})` : deleted)],
  before: ({ updatedAt }, { before }) =>
    before === undefined ? [] : [condition(`${updatedAt} < to_timestamp(:before::bigint)`, { before })],
  after: ({ updatedAt }, { after }) =>
    after === undefined
      ? []
      : [condition(`${updatedAt} >= to_timestamp(:after::bigint)`, { after: after + 1 })],
  filters: ({ filters = {} }, { filters: wanted = {} }) =>
    // In the order of the list, as all that is asked for: each order would be a shape of its own.
    Object.entries(filters)
      .filter(([name]) => Object.hasOwn(wanted, name))
      .map(([name, column]) =>
        condition(`${column} = any(:filter_${name})`, { [`filter_${name}`]: wanted[name].split(',') }),
      ),
  searchTerm: (list, { searchTerm = '', searchFields = Object.keys(list.search) }) =>
    searchTerm === '' ? [] : searched(list, searchTerm, searchFields),
};

const each = Object.values(asks);
const narrowing = each.filter((ask) => ask !== asks.active);

const askedOf = (list: ListSource, query: ListQuery): Condition[] => each.flatMap((ask) => ask(list, query));

const condition = (sql: string, parameters: Parameters = {}): Condition => ({ sql, parameters });

/** All that the text depends on. The text is kept by it, because composing costs as much as the rest of a page. */
const shapeOf = (list: ListSource, query: ListQuery, conditions: readonly Condition[]): string => {
  const { sort = 'id', descending } = query;
  const head = `${list.name} ${sort} ${descending} ${beginsAtId(list, query)}`;
  return [head, ...conditions.map(({ sql }) => sql)].join('\n');
};

/** Whether a later page begins at the id of its first row. Where rows are searched that would search them twice. */
const beginsAtId = (list: ListSource, query: ListQuery): boolean => {
  const { sort = 'id', offset } = query;
  return (
    list.hasUniqueIds === true &&
    offset > 0 &&
    sort === 'id' &&
    !narrowing.some((ask) => ask(list, query).length)
  );
};

const textOf = (
  source: DataSource,
  list: ListSource,
  query: ListQuery,
  conditions: readonly Condition[],
): string => {
  const { sort = 'id', descending } = query;
  const wanted = (): SelectQueryBuilder<ObjectLiteral> => {
    const rows = list.rows(source);
    for (const { sql } of conditions) rows.andWhere(new Brackets((bracket) => bracket.where(sql)));
    return rows;
  };
  const rows = wanted();
  const direction = descending ? 'DESC' : 'ASC';
  // A descending list is the ascending one in reverse, also where values are equal.
  for (const name of new Set([sort, 'id']))
    for (const column of [list.columns[name]].flat()) rows.addOrderBy(column, direction);
  if (!beginsAtId(list, query)) return `${rows.getQuery()} limit :limit offset :offset`;
  const [id] = [list.columns.id].flat();
  const first = wanted().select(id, 'first').orderBy(id, direction).getQuery();
  rows.andWhere(`${id} ${descending ? '<=' : '>='} (${first} limit 1 offset :offset)`);
  return `${rows.getQuery()} limit :limit`;
};

const searched = (
  { search, searchText }: ListSource,
  term: string,
  fields: readonly string[],
): Condition[] => {
  const columns = Object.entries(search).flatMap(([field, column]) =>
    fields.includes(field) ? [column] : [],
  );
  if (searchText === undefined) return [unfolded(columns, term)];
  const isEvery = columns.length === Object.keys(search).length;
  const within = columns.map((column) => `${column} like :pattern`).join(' or ') || 'false';
  const pattern = patternOf(foldCase(term));
  const texts = [`${searchText} like :pattern`, ...(isEvery ? [] : [within])];
  return texts.map((sql) => condition(sql, { pattern }));
};

/**
 * The term in columns as they are. The small sigma has two forms, which `ilike` takes for two letters: it leaves them
 * out, so that an index finds the rest, and what is found is compared with one form of them.
 */
const unfolded = (columns: readonly string[], term: string): Condition => {
  const exact = patternOf(term);
  const pattern = exact.replace(/[σςΣ]/g, '_');
  if (pattern === exact)
    return condition(columns.map((column) => `${column} ilike :pattern`).join(' or ') || 'false', {
      pattern,
    });
  const compared = columns.map(
    (column) => `(${column} ilike :pattern and ${oneSigma(column)} like ${oneSigma(':exact')})`,
  );
  return condition(compared.join(' or ') || 'false', { pattern, exact });
};

const oneSigma = (text: string): string => `translate(lower(${text}), 'ς', 'σ')`;

/** The pattern for `like`. Wildcards in the term are escaped. */
const patternOf = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
