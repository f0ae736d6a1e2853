import { currentSpan, recordsSpans } from '@holdfast/kernel';
import type pg from 'pg';

/** As the driver has it: with a promise, or for a function that it calls. */
type Ask = (...asked: unknown[]) => unknown;

/**
 * From now on each statement has a span, inside of a span, if this process records any. It is called as the statement
 * is, and tells nothing of its values.
 */
export const traceStatements = (shared: pg.Pool, schema: string): void => {
  if (!recordsSpans()) return;
  trace(shared, schema);
  shared.on('connect', (client) => trace(client, schema));
};

const trace = (asked: object, schema: string): void => {
  const driven = asked as { query: Ask };
  const query: Ask = driven.query.bind(asked);
  driven.query = (...what) => {
    const span = currentSpan();
    // The pool itself asks its connections with a function, whoever waits; what is no statement is a stream.
    if (!span || typeof what.at(-1) === 'function' || isStream(what[0])) return query(...what);
    const name = nameOf(what[0]);
    const own = span.part(name, 'client');
    Object.assign(own.facts, {
      'db.system.name': 'postgresql',
      'db.namespace': schema,
      'db.query.summary': name,
    });
    return (query(...what) as Promise<unknown>).then(
      (answer) => {
        own.end();
        return answer;
      },
      (error: { code?: unknown }) => {
        const code = typeof error.code === 'string' ? error.code : 'unknown';
        own.facts['error.type'] = code;
        own.end(isAnswer(code) ? undefined : code);
        throw error;
      },
    );
  };
};

/** What is there already, or not there: it is asked of the database so that it says that. */
const isAnswer = (code: string): boolean => code.startsWith('23') && code.length === 5;

const isStream = (asked: unknown): boolean =>
  typeof (asked as { submit?: unknown } | undefined)?.submit === 'function';

/** How a statement is called: by its name, or by its first word and the first table in it. */
const nameOf = (asked: unknown): string => {
  if (typeof asked === 'string') return summaryOf(asked);
  const { name, text } = asked as { name?: string; text?: string };
  return name ?? summaryOf(text ?? '');
};

const firstWord = /^\s*([a-z]+)/i;
const firstTable = /\b(?:from|into|update|join)\s+(?:only\s+)?("?[a-z_]\w*"?(?:\."?[a-z_]\w*"?)?)/i;
/** A table stands in the beginning (characters). */
const beginning = 8_192;

/** Texts of statements are ours: what clients say are values. */
export const summaryOf = (text: string): string => {
  const [, word = 'statement'] = firstWord.exec(text) ?? [];
  const [, table] = firstTable.exec(text.slice(0, beginning)) ?? [];
  return table === undefined ? word.toLowerCase() : `${word.toLowerCase()} ${table.replaceAll('"', '')}`;
};
