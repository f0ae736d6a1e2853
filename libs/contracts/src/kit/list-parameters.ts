import { parseTimestamp, type ListQuery, type Problems } from '@holdfast/kernel';
import { integer, oneOf, text, type Attribute } from './attribute.js';
import type { ObjectContract } from './object-contract.js';
import { mostSearched, textProblem, valueIn } from './query.js';
import { problemOf } from './validate.js';

export const listLimit = { default: 100, maximum: 1000 } as const;

/** A query parameter that every list has: its schema and description, and what its values mean. */
interface ListParameter extends Attribute {
  /** The part of the `ListQuery` that a valid value sets. Undefined: the value is `invalid` for this object. */
  means: (value: string, object: ObjectContract) => Partial<ListQuery> | undefined;
}

const parameter = (attribute: Attribute, means: ListParameter['means']): ListParameter => ({
  ...attribute,
  means,
});

/** An instant in whole seconds since the epoch. The `+` of an offset that a client has not encoded comes as a blank. */
const second = (value: string): number | undefined => {
  const at = parseTimestamp(value.replace(/ (?=\d\d(?::?\d\d)?$)/, '+'));
  return at === undefined ? undefined : Math.floor(at / 1000);
};

/** No object has so many names; one may stand several times. */
const mostNames = 200;

/** The names in a list with commas, each once; undefined if one of them is not allowed, or there are very many. */
export const namesIn = (value: string, allowed: readonly string[]): string[] | undefined => {
  const parts = value.split(',', mostNames + 1);
  if (parts.length > mostNames) return undefined;
  const names = [...new Set(parts.map((name) => name.trim()))];
  return names.every((name) => allowed.includes(name)) ? names : undefined;
};

const limit = integer({
  min: 1,
  max: listLimit.maximum,
  default: listLimit.default,
  description: 'Most results of a page.',
});
/** With any `limit` it is a number that no digit is lost of. */
const mostOffset = 999_999_999_999_999;
const offset = integer({ min: 0, max: mostOffset, default: 0, description: 'Index of the first result.' });
const before = text({ description: 'ISO 8601; only objects updated before, to the second, exclusive.' });
const after = text({ description: 'ISO 8601; only objects updated after, to the second, exclusive.' });
const active = oneOf(['true', 'false'], {
  default: 'true',
  description: 'false: deactivated objects only.',
});
const searchTerm = text({
  max: mostSearched,
  description: 'Case-insensitive substring of the searched attributes.',
});
const searchFields = text({
  description: 'Comma list of the attributes to search; default all searchable ones.',
});
const sort = text({ description: 'Attribute to sort by; default id. Ties are in order of id.' });
const order = oneOf(['asc', 'ascending', 'desc', 'descending'], {
  default: 'asc',
  description: 'Direction of `sort`. Audit events and commits are newest first where neither is named.',
});

/** The query parameters that every list takes, by name. */
export const listParameters: Readonly<Record<string, ListParameter>> = {
  limit: parameter(limit, (value) => ({ limit: Number(value) })),
  offset: parameter(offset, (value) => ({ offset: Number(value) })),
  before: parameter(before, (value) => {
    const at = second(value);
    return at === undefined ? undefined : { before: at };
  }),
  after: parameter(after, (value) => {
    const at = second(value);
    return at === undefined ? undefined : { after: at };
  }),
  active: parameter(active, (value) => ({ active: value === 'true' })),
  search_term: parameter(searchTerm, (value) => ({ searchTerm: value })),
  search_fields: parameter(searchFields, (value, { searchable }) => {
    const names = namesIn(value, searchable);
    return names && { searchFields: names };
  }),
  sort: parameter(sort, (value, { sortable }) => (sortable.includes(value) ? { sort: value } : undefined)),
  order: parameter(order, (value) => ({ descending: value.startsWith('desc') })),
};

const parameters = Object.entries(listParameters);

/** Reads the query of a list. What is wrong with it is added to the problems. */
export const readListQuery = (
  object: ObjectContract,
  values: ReadonlyMap<string, string>,
  problems: Problems,
): ListQuery => {
  const query: ListQuery = {
    limit: listLimit.default,
    offset: 0,
    active: true,
    descending: (object.newestFirst ?? false) && !values.has('sort'),
  };
  for (const [name, attribute] of parameters) {
    const value = values.get(name);
    if (value === undefined) continue;
    const problem = problemOf(attribute, valueIn(attribute, value));
    const meant = problem ? undefined : attribute.means(value, object);
    if (meant) Object.assign(query, meant);
    else problems.add(name, problem ?? { invalid: true });
  }
  const filters = readFilters(object, values, problems);
  return Object.keys(filters).length ? { ...query, filters } : query;
};

const readFilters = (
  { filters = {} }: ObjectContract,
  values: ReadonlyMap<string, string>,
  problems: Problems,
): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const name of Object.keys(filters)) {
    const value = values.get(name);
    if (value === undefined) continue;
    const problem = value === '' ? { invalid: true as const } : textProblem(value);
    if (problem) problems.add(name, problem);
    found[name] = value;
  }
  return found;
};
