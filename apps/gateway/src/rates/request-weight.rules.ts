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

/** Names may be encoded, so whatever is encoded is looked at. */
const mayWeigh = /include|list|count|expand|search_term|%/;

/** The weight of a request; the operation's own, and what its query asks for besides. */
export const weightOf = ({ weight = 1, kind, object }: OperationContract, query: string): number => {
  if (query === '' || !mayWeigh.test(query)) return weight;
  let sum = weight;
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === 'include') sum += weights.include * value.split(',').length;
    else if (name === 'list' || name === 'count' || name === 'expand')
      sum += weights.related * value.split(',').length;
    else if (name === 'search_term' && kind === 'list' && value !== '' && !object.searchIndex)
      sum += weights.search;
  }
  return sum;
};
