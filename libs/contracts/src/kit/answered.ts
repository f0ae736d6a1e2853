import type { Reference } from './attribute.js';

/** An object as it came from its service, read by somebody who knows its contract at run time only. */
export type Answered = Record<string, unknown>;

/** Reads an object that came as JSON text. */
export const answeredIn = (text: string): Answered => JSON.parse(text) as Answered;

/** Whether a value of an answer names another object. */
export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'uuid' in value && typeof value.uuid === 'string';
