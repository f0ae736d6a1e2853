import { pino } from 'pino';

/** Of which errors of ours, of the system and of the database tell what happened, and nothing that somebody sent. */
const told = [
  'code',
  'errno',
  'syscall',
  'path',
  'status',
  'schema',
  'table',
  'column',
  'constraint',
  'query',
];

/** Of a statement (characters). */
const longest = 500;

/**
 * What a line of the log has of an error: its kind, its words and those of its causes, where it was thrown, and what is
 * listed above. Libraries hang onto errors what was sent: TypeORM the parameters of a statement, PostgreSQL the row
 * that it does not take, clients of HTTP the headers of a request. Hashes of passwords and keys are among that.
 */
export const loggedError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const logged: Record<string, unknown> = { type, message, stack };
  for (const name of told) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') logged[name] = value.slice(0, longest);
    else if (typeof value === 'number') logged[name] = value;
  }
  if (error instanceof AggregateError)
    logged.parts = error.errors.map((each) => (each instanceof Error ? each.message : typeof each));
  return logged;
};
