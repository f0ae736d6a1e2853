import { createHash } from 'node:crypto';

/** What a repository elsewhere says of itself, and of a revision. */
export interface RemoteHead {
  uuid: string;
  /** The revision: the newest, where none was asked for. */
  youngest: number;
  /** When it was made, as the repository has it, to the microsecond; absent: nobody knows. */
  date?: string;
  /** What is not known of it, for people. */
  note?: string;
}

/** More of a dump is not looked at before its first revision (characters). */
const longestHead = 4_096;
/** More of it is not looked at either where the properties of that have not ended by then: a message may be long. */
const longestProperties = 256 << 10;

/**
 * Reads the head of a dump of one revision as it comes, a letter for each byte (latin1). `more`: it has not all come
 * yet. Undefined: it is none.
 */
export const remoteHead = (dump: string): RemoteHead | 'more' | undefined => {
  const [head, uuid, youngest] = /^UUID: ([\w-]{1,64})\n\s*^Revision-number: (\d{1,10})\n/m.exec(dump) ?? [];
  if (head === undefined || uuid === undefined) return dump.length > longestHead ? undefined : 'more';
  const there = { uuid, youngest: Number(youngest) };
  const { date, isCut } = dateIn(dump, dump.indexOf(head) + head.length);
  if (date !== undefined) return { ...there, date };
  return isCut && dump.length <= longestProperties ? 'more' : there;
};

/**
 * What a revision has as its date, by the lengths of its properties: a message may look like others. `at`: in its head.
 * `isCut`: it may stand in what has not come.
 */
const dateIn = (dump: string, at: number): { date?: string; isCut: boolean } => {
  const begin = dump.indexOf('\n\n', at - 1);
  let [from, isCut] = [begin + 2, begin < 0];
  const next = (letter: 'K' | 'V'): string | undefined => {
    const end = dump.indexOf('\n', from);
    isCut ||= end < 0;
    const line = dump.slice(from, Math.max(from, Math.min(end, from + longestLine)));
    const [, length] = lengthOf[letter].exec(line) ?? [];
    if (length === undefined) return undefined;
    const value = end + 1;
    from = value + Number(length) + 1;
    isCut ||= from > dump.length;
    return isCut ? undefined : dump.slice(value, from - 1);
  };
  while (!isCut) {
    const [name, value] = [next('K'), next('V')];
    if (value === undefined) break;
    if (name === 'svn:date') return { date: value, isCut };
  }
  return { isCut };
};

const lengthOf = { K: /^K (\d{1,10})$/, V: /^V (\d{1,10})$/ };
/** Of those that say a length. */
const longestLine = 16;

/** Names a remote, so that what came of it is not gone on with by another. */
export const originOf = ({ href }: URL, { uuid }: RemoteHead): string =>
  createHash('sha256').update(`${uuid} ${href}`).digest('hex');
