import type { Reference } from './attribute.js';

/** An object as its service answered it, for code that knows its contract only at run time. */
export type Answered = Record<string, unknown>;

/** Parses the JSON text of an object. */
export const answeredIn = (text: string): Answered => JSON.parse(text) as Answered;

/** Whether a value of an answer names another object. */
export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'uuid' in value && typeof value.uuid === 'string';
