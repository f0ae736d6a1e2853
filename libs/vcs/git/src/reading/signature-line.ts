import { ownText } from '@holdfast/kernel';
import { toldTime, type Signature } from '@holdfast/vcs-spi';

/** What stands behind the address, to git. */
const time = /^\s*(-?\d+)/;
/** What stands at the end, where git finds no time. */
const oddTime = /(-?\d+)(?: [+-]\d+)?\s*$/;
/** No more than so many letters of either are looked at: a line has up to a MiB, and whoever pushes has written it. */
const timeLength = 64;

/** Most letters of a name or an address; what is longer is cut with a mark. */
const most = 1_000;
/** From here on a line is not kept in memory for a part of it. */
const longLine = 4_096;

/**
 * What a header of a commit or tag says of somebody: `A U Thor <author@example.org> 1700000000 +0100`, of which parts
 * may be missing or odd in old histories.
 */
export const signatureIn = (line: string): Signature => {
  const opens = line.indexOf('<');
  const closes = opens < 0 ? -1 : line.indexOf('>', opens);
  if (closes < 0) return { name: ownText(cut(line.trim())), email: '', at: 0 };
  const own = (text: string): string => (line.length > longLine ? ownText(cut(text)) : cut(text));
  const name = line.slice(0, line[opens - 1] === ' ' ? opens - 1 : opens);
  const behind = line.lastIndexOf('>') + 1;
  const end = line.slice(Math.max(closes + 1, line.length - timeLength));
  const found = time.exec(line.slice(behind, behind + timeLength)) ?? oddTime.exec(end);
  const at = Number(found?.[1] ?? 0);
  const email = line.slice(opens + 1, closes);
  return { name: own(name), email: own(email), at: toldTime(at) };
};

const cut = (text: string): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** What would end a name or an address early. */
const unwritable = /[<>\n\r\0]/g;
/** What git takes away around them. */
const around = /^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g;

const written = (text: string): string => text.replace(unwritable, '').replace(around, '');

/** Whether an address is written as it is. Another one stands there otherwise, which may be somebody else's. */
export const isWrittenSo = ({ email }: Pick<Signature, 'email'>): boolean => written(email) === email;

/** Somebody as a header has him. */
export const signatureLine = ({ name, email, at }: Signature): string =>
  `${written(name) || written(email) || 'unknown'} <${written(email)}> ${Math.floor(at)} +0000`;
