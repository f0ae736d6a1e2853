import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A revision may say so much of itself (bytes): every list of revisions has it. */
const mostSaid = (1 << 20) + (64 << 10);

/** Whether an open transaction says more of itself than a revision may. */
export const saysTooMuch = async (directory: string, name: string): Promise<boolean> => {
  const file = fileOf(directory, name);
  return file !== undefined && ((await stat(file).catch(() => undefined))?.size ?? 0) > mostSaid;
};

const fileOf = (directory: string, name: string): string | undefined =>
  /^\d{1,10}-[0-9a-z]{1,13}$/.test(name)
    ? join(directory, 'db', 'transactions', `${name}.txn`, 'props')
    : undefined;

/** What an open transaction says of itself: values by their names; undefined: there is none of this name. */
export const transactionProps = async (
  directory: string,
  name: string,
): Promise<ReadonlyMap<string, string> | undefined> => {
  const file = fileOf(directory, name);
  const said = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  return said && propsIn(said);
};

/** As the file system of Subversion writes them: `K <length>`, the name, `V <length>`, the value, and `END`. */
const propsIn = (said: Buffer): ReadonlyMap<string, string> => {
  const props = new Map<string, string>();
  let at = 0;
  const next = (letter: 'K' | 'V'): string | undefined => {
    const end = said.indexOf('\n', at);
    const line = end < 0 ? '' : said.toString('latin1', at, end);
    const [, length] = new RegExp(`^${letter} (\\d{1,9})$`).exec(line) ?? [];
    if (length === undefined) return undefined;
    const begin = end + 1;
    at = begin + Number(length) + 1;
    return said.toString('utf8', begin, at - 1);
  };
  for (let name = next('K'); name !== undefined; name = next('K')) props.set(name, next('V') ?? '');
  return props;
};
