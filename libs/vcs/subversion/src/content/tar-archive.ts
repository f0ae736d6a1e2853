import { createGzip } from 'node:zlib';
import type { ArchiveMember, ArchiveWriter } from './archive-member.js';
import { packed } from './packed.js';

const block = 512;
/** What a header has room for: bytes of a name, and of a size in octal digits. */
const longestName = 100;
const largest = 0o77777777777;

/** An archive of tar (POSIX.1-2001), packed by gzip. */
export const tarGz: ArchiveWriter = (members, at) => packed(tar(members, at), createGzip());

/** Open to tests. */
export const tar: ArchiveWriter = async function* (members, at) {
  for await (const member of members) {
    const { path, target, size } = member;
    const bytes = target === undefined ? size : 0;
    const extended = records({
      ...(fits(path) ? {} : { path }),
      ...(target === undefined || fits(target) ? {} : { linkpath: target }),
      ...(bytes > largest ? { size: String(bytes) } : {}),
    });
    if (extended.length > 0) {
      yield header({ name: 'pax', type: 'x', size: extended.length, mode: 0o644, at });
      yield* padded(extended);
    }
    yield headerOf(member, bytes, at);
    if (target !== undefined) continue;
    let sent = 0;
    for await (const piece of await member.contents()) {
      sent += piece.length;
      yield piece;
    }
    if (sent !== bytes) throw new Error('a file is not as long as it was said to be');
    yield Buffer.alloc(padding(sent));
  }
  yield Buffer.alloc(2 * block);
};

const headerOf = ({ path, isExecutable, target }: ArchiveMember, size: number, at: number): Buffer =>
  header({
    ...{ name: fits(path) ? path : 'file', type: target === undefined ? '0' : '2', size, at },
    ...{ mode: isExecutable || target !== undefined ? 0o755 : 0o644, target },
  });

interface TarHeader {
  name: string;
  type: string;
  size: number;
  mode: number;
  at: number;
  target?: string;
}

const header = ({ name, type, size, mode, at, target = '' }: TarHeader): Buffer => {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, offset: number, digits: number): void =>
    void bytes.write(`${value.toString(8).padStart(digits, '0')}\0`, offset, 'latin1');
  bytes.write(name, 0, longestName);
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size > largest ? 0 : size, 124, 11);
  octal(Math.max(0, Math.floor(at)), 136, 11);
  bytes.write('        ', 148, 'latin1');
  bytes.write(type, 156, 'latin1');
  bytes.write(fits(target) ? target : '', 157, longestName);
  bytes.write('ustar\x0000', 257, 'latin1');
  bytes.write('root\0', 265, 'latin1');
  bytes.write('root\0', 297, 'latin1');
  octal(
    bytes.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  return bytes;
};

/** Names of other characters than those of ASCII are told in UTF-8 by a record of their own. */
const fits = (text: string): boolean => Buffer.byteLength(text) <= longestName && /^[\x20-\x7e]*$/.test(text);

/** `length name=value`, where the length counts itself. */
const records = (values: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat(
    Object.entries(values).map(([name, value]) => {
      const rest = Buffer.from(` ${name}=${value}\n`);
      let length = rest.length + 1;
      while (String(length).length + rest.length !== length) length += 1;
      return Buffer.concat([Buffer.from(String(length)), rest]);
    }),
  );

function* padded(bytes: Buffer): Generator<Buffer> {
  yield bytes;
  yield Buffer.alloc(padding(bytes.length));
}

const padding = (bytes: number): number => (block - (bytes % block)) % block;
