/** A part of a bundle, as somebody may write it by hand. A type with a capital letter must be understood. */
export interface BundlePart {
  readonly type: string;
  readonly mandatory?: Readonly<Record<string, string>>;
  readonly advisory?: Readonly<Record<string, string>>;
  readonly data?: Buffer;
}

/** A bundle of the second version with these parts. */
export const bundleOf = (parts: readonly BundlePart[]): Buffer =>
  Buffer.concat([Buffer.from('HG20'), number(0), ...parts.flatMap(partOf), number(0)]);

const partOf = ({ type, mandatory = {}, advisory = {}, data }: BundlePart, id: number): Buffer[] => {
  const [must, may] = [Object.entries(mandatory), Object.entries(advisory)];
  const params = [...must, ...may];
  const head = Buffer.concat([
    Buffer.from([type.length]),
    Buffer.from(type),
    number(id),
    Buffer.from([must.length, may.length]),
    Buffer.from(params.flatMap(([name, value]) => [name.length, value.length])),
    Buffer.from(params.flat().join('')),
  ]);
  const chunks = data ? [number(data.length), data] : [];
  return [number(head.length), head, ...chunks, number(0)];
};

const number = (value: number): Buffer => {
  const written = Buffer.alloc(4);
  written.writeInt32BE(value);
  return written;
};
