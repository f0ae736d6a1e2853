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
 * Reads the head of a dump of one revision as it comes. `more`: it has not all come yet. Undefined: it is none.
 */
export const remoteHead = (dump: string): RemoteHead | 'more' | undefined => {
  const [head, uuid, youngest] = /^UUID: ([\w-]{1,64})\n\s*^Revision-number: (\d{1,10})\n/m.exec(dump) ?? [];
  if (head === undefined || uuid === undefined) return dump.length > longestHead ? undefined : 'more';
  const [, date] = /^K 8\nsvn:date\nV \d+\n(.*)\n/m.exec(dump) ?? [];
  const isOver = /^PROPS-END$/m.test(dump) || dump.length > longestProperties;
  if (date === undefined && !isOver) return 'more';
  return { uuid, youngest: Number(youngest), ...(date === undefined ? {} : { date }) };
};

/** Names a remote, so that what came of it is not gone on with by another. */
export const originOf = ({ href }: URL, { uuid }: RemoteHead): string =>
  createHash('sha256').update(`${uuid} ${href}`).digest('hex');
