const separator = '\u0001';

/**
 * A text in which case makes no difference: lower case as Unicode has it, with one form of the small sigma, whatever
 * the locale of the database is. It never has the separator, so no search term can match across two attributes.
 */
export const foldCase = (text: string): string =>
  text.toLowerCase().replaceAll('ς', 'σ').replaceAll(separator, '\u0002');

/**
 * The text by which a row is searched: all its searchable attributes, in lower case, in one column. A search is then
 * one comparison with one index. Write it anew whenever one of the attributes changes.
 */
export const searchText = (...attributes: readonly string[]): string =>
  attributes.map(foldCase).join(separator);

/** The SQL of one attribute in a column that `searchText` has made. The first attribute is number 1. */
export const searchedPart = (column: string, position: number): string =>
  `split_part(${column}, chr(1), ${position})`;
