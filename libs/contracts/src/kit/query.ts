import { integer, oneOf, text, type Attribute } from './attribute.js';

export const listLimit = { default: 100, maximum: 1000 } as const;

/** The query parameters that every list takes. */
export const listParameters: Readonly<Record<string, Attribute>> = {
  limit: integer({
    min: 1,
    max: listLimit.maximum,
    default: listLimit.default,
    description: 'Most results of a page.',
  }),
  offset: integer({ min: 0, default: 0, description: 'Index of the first result.' }),
  before: text({ description: 'ISO 8601; only objects updated before, to the second, exclusive.' }),
  after: text({ description: 'ISO 8601; only objects updated after, to the second, exclusive.' }),
  active: oneOf(['true', 'false'], { default: 'true', description: 'false: deactivated objects only.' }),
  search_term: text({ description: 'Case-insensitive substring of the searched attributes.' }),
  search_fields: text({
    description: 'Comma list of the attributes to search; default all searchable ones.',
  }),
  sort: text({ description: 'Attribute to sort by; default id. Ties are in order of id.' }),
  order: oneOf(['asc', 'ascending', 'desc', 'descending'], {
    default: 'asc',
    description: 'Direction of `sort`. Audit events are newest first where neither is named.',
  }),
};

/** The query parameters that lists and single objects take. */
export const relationParameters: Readonly<Record<string, Attribute>> = {
  count: text({ description: 'Comma list of children; adds `<child>_count`.' }),
  list: text({ description: 'Comma list of children; adds their ids.' }),
  include: text({ description: 'Comma list of children; adds them in full.' }),
  expand: text({ description: 'Comma list of references to replace by the full object.' }),
};
