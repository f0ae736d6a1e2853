import {
  allRelations,
  namesIn,
  problemOf,
  readListQuery,
  valueIn,
  type ObjectContract,
  type OperationContract,
} from '@holdfast/contracts';
import { DomainError, Problems, type ListQuery } from '@holdfast/kernel';

/** What the answer shall say of related objects. */
export interface WantedRelations {
  count: string[];
  list: string[];
  include: string[];
  expand: string[];
  /** Those of the operation's `includes` that `include` names. */
  parts: string[];
}

export interface ParsedQuery {
  list?: ListQuery;
  relations: WantedRelations;
  own: Record<string, string>;
}

/** No operation knows a tenth of so many parameters, each of which may stand once. */
const mostParameters = 200;

/**
 * To be asked before a query is read: each parameter takes time, and a head may have thousands.
 * @throws DomainError `invalid`
 */
export const mustHaveFew = (query: string): void => {
  let count = 1;
  for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) count += 1;
  if (count > mostParameters) throw DomainError.invalid({ query: { maximum: mostParameters } });
};

/** Whether the query asks for the caller's privileges. */
export const asksPrivileges = (query: string): boolean => /(?:^|&)privileges(?=[=&]|$)/.test(query);

/** The values of a query. What stands twice is a problem, whatever its name is. */
const valuesOf = (query: string, problems: Problems): Map<string, string> => {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (values.has(name)) problems.add(name, { invalid: true });
    values.set(name, value);
  }
  return values;
};

/**
 * For a query of which nothing else is read.
 * @throws DomainError `invalid`
 */
export const mustStandOnce = (query: string): void => {
  const problems = new Problems();
  valuesOf(query, problems);
  problems.throwIfAny();
};

const noRelations: WantedRelations = { count: [], list: [], include: [], expand: [], parts: [] };

const plain: ParsedQuery = { relations: noRelations, own: {} };

/**
 * Reads the query of an operation against its contract; all that is wrong is reported at once.
 * Unknown parameters are ignored; one that stands twice is refused, an unknown one, too.
 * @throws DomainError `invalid`
 */
export const parseQuery = (operation: OperationContract, query: string): ParsedQuery => {
  const listing = operation.kind === 'list';
  if (query === '')
    return listing ? { ...plain, list: readListQuery(listed(operation), new Map(), new Problems()) } : plain;
  const problems = new Problems();
  const values = valuesOf(query, problems);
  const related = listing || operation.kind === 'show' || operation.kind === 'read';
  const parsed: ParsedQuery = {
    ...(listing ? { list: readListQuery(listed(operation), values, problems) } : {}),
    relations: related ? readRelations(operation, values, problems) : noRelations,
    own: readOwn(operation, values, problems),
  };
  problems.throwIfAny();
  return parsed;
};

/** The object of a list, in the order that the list itself has. */
const listed = ({ object, newestFirst = object.newestFirst }: OperationContract): ObjectContract =>
  newestFirst === object.newestFirst ? object : { ...object, newestFirst };

const readRelations = (
  { object, includes = [] }: OperationContract,
  values: Map<string, string>,
  problems: Problems,
): WantedRelations => {
  const children = allRelations.children(object);
  const known = [...children.keys()];
  const included = names('include', values, [...known, ...includes], problems);
  const include = included.filter((name) => children.has(name));
  return {
    count: names('count', values, known, problems),
    include,
    // Included objects carry their ids.
    list: names('list', values, known, problems).filter((name) => !include.includes(name)),
    expand: names('expand', values, [...allRelations.references(object).keys()], problems),
    parts: included.filter((name) => !children.has(name)),
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
  const wanted = namesIn(text, allowed);
  if (!wanted) problems.add(parameter, { invalid: true });
  return wanted ?? [];
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
    const problem = problemOf(attribute, valueIn(attribute, value));
    if (problem) problems.add(name, problem);
    else own[name] = value;
  }
  return own;
};
