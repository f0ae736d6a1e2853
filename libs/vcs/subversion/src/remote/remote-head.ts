import { createHash } from 'node:crypto';

/** What a repository elsewhere says of itself. */
export interface RemoteHead {
  uuid: string;
  youngest: number;
  /** What is not known of it, for people. */
  note?: string;
}

/** More of a dump is not looked at before its first revision (characters). */
export const longestHead = 4_096;

/** Reads the head of a dump of the newest revision; undefined: it is none, or has not come yet. */
export const remoteHead = (dump: string): RemoteHead | undefined => {
  const [, uuid, youngest] = /^UUID: ([\w-]{1,64})\n\s*^Revision-number: (\d{1,10})\n/m.exec(dump) ?? [];
  return uuid === undefined ? undefined : { uuid, youngest: Number(youngest) };
};

/** Names a remote, so that what came of it is not gone on with by another. */
export const originOf = ({ href }: URL, { uuid }: RemoteHead): string =>
  createHash('sha256').update(`${uuid} ${href}`).digest('hex');
