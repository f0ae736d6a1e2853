import { createHash } from 'node:crypto';

/** A part of a bundle, as somebody may write it by hand. A type with a capital letter must be understood. */
export interface BundlePart {
  readonly type: string;
  readonly mandatory?: Readonly<Record<string, string>>;
  readonly advisory?: Readonly<Record<string, string>>;
  readonly data?: Buffer;
}

/** Data of a part comes in pieces of so many bytes. */
const pieceLength = 1 << 20;

/** A bundle of the second version with these parts. */
export const bundleOf = (parts: readonly BundlePart[]): Buffer =>
  Buffer.concat([Buffer.from('HG20'), int32(0), ...parts.flatMap(partOf), int32(0)]);

const partOf = ({ type, mandatory = {}, advisory = {}, data }: BundlePart, id: number): Buffer[] => {
  const [must, may] = [Object.entries(mandatory), Object.entries(advisory)];
  const params = [...must, ...may];
  const head = Buffer.concat([
    Buffer.from([type.length]),
    Buffer.from(type),
    int32(id),
    Buffer.from([must.length, may.length]),
    Buffer.from(params.flatMap(([name, value]) => [name.length, value.length])),
    Buffer.from(params.flat().join('')),
  ]);
  return [int32(head.length), head, ...piecesOf(data ?? Buffer.alloc(0)), int32(0)];
};

const piecesOf = (data: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(data.length / pieceLength) }, (_, at) => {
    const piece = data.subarray(at * pieceLength, (at + 1) * pieceLength);
    return [int32(piece.length), piece];
  }).flat();

/** Pushes a bundle as it is, whatever heads the repository has. */
export const pushBundle = (url: string, bundle: Buffer): Promise<Response> =>
  fetch(`${url}?cmd=unbundle`, {
    method: 'POST',
    body: new Uint8Array(bundle),
    headers: { 'content-type': 'application/mercurial-0.1', 'x-hgarg-1': 'heads=666f726365' },
  });

/** As changegroups and bundles write it. */
export const int32 = (value: number): Buffer => {
  const written = Buffer.alloc(4);
  written.writeInt32BE(value);
  return written;
};

/** The id of nothing. */
export const noVersion = Buffer.alloc(20);

/** The id of a version that comes after none. */
export const firstId = (text: string): Buffer => idAfter(noVersion, text);

/** The id of a version that comes after one other. */
export const idAfter = (parent: Buffer, text: string): Buffer =>
  createHash('sha1').update(noVersion).update(parent).update(text, 'latin1').digest();

/** A version of a group of a changegroup: it replaces nothing, `text` is what it is. */
export const firstVersion = (id: Buffer, change: Buffer, text: string, flags?: number): Buffer =>
  versionOf({ id, change, part: [0, 0, text], flags });

/** A version that comes after `parent`; one part of `base` is another: from where to where, and what is there. */
export const versionOf = (version: {
  id: Buffer;
  parent?: Buffer;
  base?: Buffer;
  change: Buffer;
  part: readonly [number, number, string];
  flags?: number;
}): Buffer => {
  const { id, parent = noVersion, base = parent, change, flags } = version;
  const [begin, end, text] = version.part;
  const said = flags === undefined ? Buffer.alloc(0) : Buffer.from([flags >> 8, flags & 255]);
  const delta = Buffer.concat([int32(begin), int32(end), int32(text.length), Buffer.from(text, 'latin1')]);
  const whole = Buffer.concat([id, parent, noVersion, base, change, said, delta]);
  return Buffer.concat([int32(whole.length + 4), whole]);
};

/** A changegroup: its changesets, its lists of files, and the versions of each file. */
export const changegroupOf = (
  changes: readonly Buffer[],
  lists: readonly Buffer[],
  files: Readonly<Record<string, readonly Buffer[]>>,
): BundlePart => {
  const groups = Object.entries(files).flatMap(([name, versions]) => [
    ...[int32(name.length + 4), Buffer.from(name, 'latin1')],
    ...[...versions, int32(0)],
  ]);
  const data = Buffer.concat([...changes, int32(0), ...lists, int32(0), ...groups, int32(0)]);
  return { type: 'CHANGEGROUP', mandatory: { version: '02' }, data };
};
