import type { AskedPass, AskedSession, VcsKindEntry } from '@holdfast/vcs-spi';
import { byteAddress, type ByteAddress } from '../bytes/byte-address.js';
import { shellWords } from './shell-words.js';

/** What the door knows of a kind. */
export type TalkedKind = Pick<VcsKindEntry, 'id' | 'http' | 'commands' | 'transfers' | 'passes'>;

/** A command line that one of the kinds understands. */
export interface AskedRepository {
  kind: TalkedKind;
  asked: AskedSession | AskedPass;
  /** Undefined: its path is no address of a repository of the kind, or the client has not said it yet. */
  place?: { address: ByteAddress; company: string; repository: string };
}

/** What a command line asks for; undefined: it is no command of any kind. */
export const askedRepository = (
  kinds: readonly TalkedKind[],
  line: string,
  environment: Readonly<Record<string, string>>,
): AskedRepository | undefined => {
  const words = shellWords(line);
  if (!words) return undefined;
  for (const kind of kinds) {
    const asked = kind.commands?.asked(words, environment);
    if (!asked) continue;
    const { path } = asked;
    if (path !== undefined) return { kind, asked, place: placeOf(kind, path) };
    if (kind.commands?.opening) return { kind, asked };
  }
  return undefined;
};

/** The same with what the client has said of the repository. */
export const addressed = (
  kind: TalkedKind,
  asked: AskedSession,
  { path, exchange }: { path: string; exchange: AskedSession['exchange'] },
): AskedRepository => {
  const lesser = asked.lesser && { ...asked.lesser, exchange };
  return { kind, asked: { ...asked, path, exchange, ...(lesser && { lesser }) }, place: placeOf(kind, path) };
};

/** Nothing is encoded in an address over SSH, and all that stands in it is part of it. */
const placeOf = ({ id, commands }: TalkedKind, path: string): AskedRepository['place'] => {
  if (/[%?]/.test(path)) return undefined;
  const address = byteAddress(`/${path.replace(/^\//, '')}`);
  if (address?.kind !== id || address.company === undefined) return undefined;
  const repository = commands?.repository(address.rest);
  return repository === undefined ? undefined : { address, company: address.company, repository };
};
