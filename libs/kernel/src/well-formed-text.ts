import { isJsonObject } from './json-value.js';

/** A text that can be stored: no NUL, no unpaired surrogate. */
export const isWellFormedText = (text: string): boolean =>
  !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** Whether every string inside the value, names of attributes included, can be stored. */
export const isWellFormed = (value: unknown): boolean => {
  if (typeof value === 'string') return isWellFormedText(value);
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([name, each]) => isWellFormedText(name) && isWellFormed(each));
};
