import type { AttributeErrors } from '@holdfast/kernel';
import { text, type Attribute } from './attribute.js';
import { problemOf } from './validate.js';

/** The query parameters that lists and single objects take. */
export const relationParameters: Readonly<Record<'count' | 'list' | 'include' | 'expand', Attribute>> = {
  count: text({ description: 'Comma list of children; adds `<child>_count`.' }),
  list: text({ description: 'Comma list of children; adds their ids.' }),
  include: text({ description: 'Comma list of children; adds them in full.' }),
  expand: text({ description: 'Comma list of references to replace by the full object.' }),
};

const searched = text({ max: 1000 });

/** What is wrong with a text to search or filter by; undefined if nothing is. */
export const textProblem = (value: string): AttributeErrors | undefined => problemOf(searched, value);

/** The value of a query parameter in the type of its schema: in a query, a number is text. */
export const valueIn = ({ schema }: Attribute, sent: string): string | number =>
  'type' in schema && schema.type === 'integer' && /^-?\d{1,15}$/.test(sent) ? Number(sent) : sent;
