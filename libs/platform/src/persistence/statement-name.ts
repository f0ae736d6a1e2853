const names = new Map<string, string>();

/** Forms beyond this number are not worth a place in every connection. */
const most = 500;

/**
 * The name of a statement that is put together of parts: the same text has the same name, so that each form is parsed
 * once per connection. `prefix`: says in the database's views whose it is. Undefined: there are too many already.
 */
export const statementName = (prefix: string, text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= most) return known;
  const name = `${prefix}_${names.size}`;
  names.set(text, name);
  return name;
};
