import type { Signature } from '@holdfast/vcs-spi';

/** `A U Thor <author@example.org> 1700000000 +0100`, of which parts may be missing or odd in old histories. */
const form = /^(.*?) ?<([^>]*)>(?:.*?(-?\d+)(?: [+-]\d+)?)?\s*$/s;

/** The latest instant that a date can say (seconds). */
const latest = 8_640_000_000_000;

/** What a header of a commit or tag says of somebody; times that are none are 1970. */
export const signatureIn = (line: string): Signature => {
  const [, name = line.trim(), email = '', seconds = '0'] = form.exec(line) ?? [];
  const at = Number(seconds);
  return { name, email, at: Math.abs(at) > latest ? 0 : at };
};

/** What would end a name or an address early. */
const unwritable = /[<>\n\r\0]/g;
/** What git takes away around them. */
const around = /^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g;

const written = (text: string): string => text.replace(unwritable, '').replace(around, '');

/** Somebody as a header has him. */
export const signatureLine = ({ name, email, at }: Signature): string =>
  `${written(name) || written(email) || 'unknown'} <${written(email)}> ${Math.floor(at)} +0000`;
