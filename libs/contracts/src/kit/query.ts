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

/** Most characters of a text to search or filter by. */
export const mostSearched = 1000;

const searched = text({ max: mostSearched });

/** What is wrong with a text to search or filter by; undefined if nothing is. */
export const textProblem = (value: string): AttributeErrors | undefined => problemOf(searched, value);

/**
 * The value of a query parameter in the type of its schema: in a query, a number is text. One beyond the range of
 * numbers is the last of them, so that it is told as too high or too low.
 */
export const valueIn = ({ schema }: Attribute, sent: string): string | number =>
  'type' in schema && schema.type === 'integer' && /^-?\d+$/.test(sent) ? finite(Number(sent)) : sent;

const finite = (number: number): number => Math.max(-Number.MAX_VALUE, Math.min(number, Number.MAX_VALUE));
