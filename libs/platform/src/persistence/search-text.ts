const separator = '\u0001';

/**
 * Text in which case makes no difference: Unicode's lower case, whatever the database's locale, with one small sigma.
 * Never holds the separator: neither a value nor a term reaches across attributes.
 */
export const foldCase = (text: string): string =>
  text.toLowerCase().replaceAll('ς', 'σ').replaceAll(separator, '\u0002');

/**
 * What a row is searched by: all its searchable attributes, folded, in one column, so that a search of all of them is
 * one comparison and one index. Written with every change of one of them.
 */
export const searchText = (...attributes: readonly string[]): string =>
  attributes.map(foldCase).join(separator);

/** SQL of one attribute inside a column that `searchText` wrote, counted from 1. */
export const searchedPart = (column: string, position: number): string =>
  `split_part(${column}, chr(1), ${position})`;
