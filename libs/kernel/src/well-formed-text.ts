import { isJsonObject } from './json-value.js';

/** A text that can be stored: no NUL, no unpaired surrogate. */
export const isWellFormedText = (text: string): boolean =>
  !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** The beginning of a text, of so many characters, as it can be stored: U+FFFD stands for what cannot. */
export const storableText = (text: string, most: number): string =>
  Buffer.from(text.slice(0, most).replaceAll('\0', '\ufffd')).toString();

/** Whether every string inside the value, names of attributes included, can be stored. */
export const isWellFormed = (value: unknown): boolean => {
  if (typeof value === 'string') return isWellFormedText(value);
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([name, each]) => isWellFormedText(name) && isWellFormed(each));
};
