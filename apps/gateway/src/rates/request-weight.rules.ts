import type { OperationContract } from '@holdfast/contracts';

/** What a request weighs against a rate: what costs more than to show one object. */
export const weights = {
  /** Each name in `include`: the children in full. */
  include: 4,
  /** Each name in `list`, `count`, `expand`. */
  related: 1,
  /** A search that reads everything that it searches in. */
  search: 9,
} as const;

/** No parameter has so many names that mean something: with more a query is refused, and weighs no more than that. */
export const mostWeighed = 16;

/** Names may be encoded, so whatever is encoded is looked at. */
const mayWeigh = /include|list|count|expand|search_term|%/;

/** The weight of a request; the operation's own, and what its query asks for besides. */
export const weightOf = ({ weight = 1, kind, object }: OperationContract, query: string): number => {
  if (query === '' || !mayWeigh.test(query)) return weight;
  const named = { include: 0, list: 0, count: 0, expand: 0 };
  let searches = 0;
  for (const [name, value] of new URLSearchParams(query)) {
    if (isNaming(name))
      named[name] = Math.min(mostWeighed, named[name] + value.split(',', mostWeighed).length);
    else if (name === 'search_term' && kind === 'list' && value !== '' && !object.searchIndex) searches = 1;
  }
  const related = named.list + named.count + named.expand;
  return weight + weights.include * named.include + weights.related * related + weights.search * searches;
};

const isNaming = (name: string): name is 'include' | 'list' | 'count' | 'expand' =>
  name === 'include' || name === 'list' || name === 'count' || name === 'expand';
