const entry = /^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[(\d+)\] (\w+)@\S* (LOG|DETAIL): {2}(.*)$/s;

/** The prefix that makes the database's log lines readable for `statementsOf`. */
export const logPrefix = '%m [%p] %u@%d ';

/** Puts lines that go on with a tab back behind the line that they belong to. */
const whole = (lines) => {
  const entries = [];
  for (const line of lines) {
    if (line.startsWith('\t') && entries.length) entries[entries.length - 1] += `\n${line.slice(1)}`;
    else entries.push(line);
  }
  return entries;
};

/** A value as the log shows it: NULL, or a quoted text in which quotes are doubled. */
const parameter = (shown) => (shown === 'NULL' ? null : shown.slice(1, -1).replaceAll("''", "'"));

/** The values of `parameters: $1 = 'a', $2 = NULL`. */
const parametersOf = (detail) =>
  [...detail.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g)].map(([, shown]) => parameter(shown));

/**
 * The statements of a user in the database's log (`log_statement = 'all'`), in their order:
 * `{ text, values }`. Transaction control is left out.
 */
export const statementsOf = (lines, user) => {
  const statements = [];
  const last = new Map();
  for (const line of whole(lines)) {
    const [, pid, by, kind, text] = entry.exec(line) ?? [];
    if (by !== user) continue;
    const executed = /^(?:execute [^:]*|statement): (.*)$/s.exec(text);
    if (kind === 'LOG' && executed) {
      const statement = { text: executed[1], values: [] };
      last.set(pid, statement);
      statements.push(statement);
    }
    const parameters = /^(?:[Pp]arameters): (.*)$/s.exec(text);
    if (kind === 'DETAIL' && parameters && last.has(pid)) last.get(pid).values = parametersOf(parameters[1]);
  }
  return statements.filter(({ text }) => !/^(begin|commit|rollback|start transaction)\b/i.test(text));
};
