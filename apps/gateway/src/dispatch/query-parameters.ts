import { listLimit, problemOf, type ObjectContract, type OperationContract } from '@holdfast/contracts';
import { DomainError, parseTimestamp, Problems, type ListQuery } from '@holdfast/kernel';

/** What the answer shall say of related objects. */
export interface Relations {
  count: string[];
  list: string[];
  include: string[];
  expand: string[];
}

export interface ParsedQuery {
  list?: ListQuery;
  relations: Relations;
  own: Record<string, string>;
}

/** Whether the query asks for the caller's privileges. @throws DomainError `invalid` when it does so twice */
export const asksPrivileges = (query: string): boolean => {
  const asked = query.match(/(?:^|&)privileges(?=[=&]|$)/g)?.length ?? 0;
  if (asked > 1) throw DomainError.invalid({ privileges: { invalid: true } });
  return asked === 1;
};

const relationNames = ['count', 'list', 'include', 'expand'] as const;

const noRelations: Relations = { count: [], list: [], include: [], expand: [] };

const plain: ParsedQuery = { relations: noRelations, own: {} };

/**
 * Reads the query of an operation against its contract; all that is wrong is reported at once.
 * Unknown parameters are ignored, a known one that stands twice is refused.
 * @throws DomainError `invalid`
 */
export const parseQuery = (operation: OperationContract, query: string): ParsedQuery => {
  const listing = operation.kind === 'list';
  if (query === '')
    return listing ? { ...plain, list: readList(operation.object, new Map(), new Problems()) } : plain;
  const sent = new URLSearchParams(query);
  const problems = new Problems();
  const values = new Map<string, string>();
  for (const [name, value] of sent) {
    if (values.has(name)) problems.add(name, { invalid: true });
    values.set(name, value);
  }
  const known = knownNames(operation);
  for (const name of Object.keys(problems.errors)) if (!known.has(name)) delete problems.errors[name];
  const related = listing || operation.kind === 'show' || operation.kind === 'read';
  const parsed: ParsedQuery = {
    ...(listing ? { list: readList(operation.object, values, problems) } : {}),
    relations: related ? readRelations(operation.object, values, problems) : noRelations,
    own: readOwn(operation, values, problems),
  };
  problems.throwIfAny();
  return parsed;
};

/** Made once: a schema is compiled when it is first seen. */
const searchedText = { schema: { type: 'string', maxLength: 1000 } };

const listNames = [
  'limit',
  'offset',
  'before',
  'after',
  'active',
  'search_term',
  'search_fields',
  'sort',
  'order',
];

const knownNames = ({ kind, query, object }: OperationContract): Set<string> =>
  new Set([
    ...(kind === 'list' ? [...listNames, ...Object.keys(object.filters ?? {})] : []),
    ...relationNames,
    ...Object.keys(query ?? {}),
  ]);

const readList = (object: ObjectContract, values: Map<string, string>, problems: Problems): ListQuery => {
  const number = (name: string, fallback: number, least: number, most: number): number => {
    const text = values.get(name);
    if (text === undefined) return fallback;
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (Number.isNaN(value)) problems.add(name, { invalid: true });
    else if (value < least) problems.add(name, { minimum: least });
    else if (value > most) problems.add(name, { maximum: most });
    return value;
  };
  const second = (name: string): number | undefined => {
    const text = values.get(name);
    if (text === undefined) return undefined;
    const at = parseTimestamp(text);
    if (at === undefined) problems.add(name, { invalid: true });
    return at === undefined ? undefined : Math.floor(at / 1000);
  };
  const choice = (name: string, allowed: readonly string[]): string | undefined => {
    const text = values.get(name);
    if (text !== undefined && !allowed.includes(text)) problems.add(name, { invalid: true });
    return text;
  };
  const [before, after] = [second('before'), second('after')];
  const sort = choice('sort', object.sortable);
  const order = choice('order', ['asc', 'ascending', 'desc', 'descending']);
  const searchTerm = values.get('search_term');
  if (searchTerm !== undefined && problemOf(searchedText, searchTerm)) {
    problems.add('search_term', { invalid: true });
  }
  const searchFields = names('search_fields', values, object.searchable, problems);
  const filters: Record<string, string> = {};
  for (const name of Object.keys(object.filters ?? {})) {
    const value = values.get(name);
    if (value === undefined) continue;
    if (value === '' || problemOf(searchedText, value)) problems.add(name, { invalid: true });
    filters[name] = value;
  }
  return {
    limit: number('limit', listLimit.default, 1, listLimit.maximum),
    offset: number('offset', 0, 0, Number.MAX_SAFE_INTEGER),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    active: choice('active', ['true', 'false']) !== 'false',
    ...(searchTerm === undefined ? {} : { searchTerm }),
    ...(searchFields.length ? { searchFields } : {}),
    ...(sort === undefined ? {} : { sort }),
    descending: descends(object, sort, order),
    ...(Object.keys(filters).length ? { filters } : {}),
  };
};

const descends = (
  { newestFirst = false }: ObjectContract,
  sort: string | undefined,
  order: string | undefined,
): boolean =>
  order === undefined ? newestFirst && sort === undefined : order === 'desc' || order === 'descending';

const readRelations = (
  object: ObjectContract,
  values: Map<string, string>,
  problems: Problems,
): Relations => {
  const children = Object.keys(object.children ?? {});
  const include = names('include', values, children, problems);
  return {
    count: names('count', values, children, problems),
    include,
    // Included objects carry their ids.
    list: names('list', values, children, problems).filter((name) => !include.includes(name)),
    expand: names('expand', values, Object.keys(object.expandable ?? {}), problems),
  };
};

const names = (
  parameter: string,
  values: Map<string, string>,
  allowed: readonly string[],
  problems: Problems,
): string[] => {
  const text = values.get(parameter);
  if (text === undefined) return [];
  const wanted = [...new Set(text.split(',').map((name) => name.trim()))];
  if (!wanted.every((name) => allowed.includes(name))) problems.add(parameter, { invalid: true });
  return wanted;
};

const readOwn = (
  { query }: OperationContract,
  values: Map<string, string>,
  problems: Problems,
): Record<string, string> => {
  const own: Record<string, string> = {};
  for (const [name, attribute] of Object.entries(query ?? {})) {
    const value = values.get(name);
    if (value === undefined) continue;
    const numeric = (attribute.schema as { type?: string }).type === 'integer';
    const problem = problemOf(attribute, numeric && /^-?\d{1,15}$/.test(value) ? Number(value) : value);
    if (problem) problems.add(name, problem);
    else own[name] = value;
  }
  return own;
};
