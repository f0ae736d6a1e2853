/** The bytes of WebAssembly, as far as a program of ours needs them. Code is a list of bytes. */
export type Code = readonly number[];

/** An unsigned number in as many bytes as it needs. */
const unsigned = (value: number): Code =>
  value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];

const signed = (value: number): Code =>
  value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];

const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const sized = (code: Code): Code => [...unsigned(code.length), ...code];
const named = (name: string): Code => sized([...Buffer.from(name)]);
const section = (id: number, content: Code): Code => [id, ...sized(content)];
const vector = (operation: number): Code => [0xfd, ...unsigned(operation)];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
export const number = (value: number): Code => [0x41, ...signed(value | 0)];

/** Does `body` again until the count in the local is used up; it must not be 0. */
export const repeat = (count: number, body: Code): Code => [
  ...[0x03, 0x40, ...body],
  ...[...get(count), ...number(1), 0x6b, 0x22, ...unsigned(count)],
  ...[0x0d, 0, 0x0b],
];

/** Whole numbers of 32 bits, one at a time: what stands on the stack goes, and the result comes. */
export const single = {
  load: (offset: number): Code => [0x28, 0, ...unsigned(offset)],
  store: (offset: number): Code => [0x36, 0, ...unsigned(offset)],
  add: [0x6a],
  and: [0x71],
  or: [0x72],
  xor: [0x73],
  not: [...number(-1), 0x73],
  rotate: (bits: number): Code => [...number(bits), 0x77],
} as const;

/** Four of them at a time; `turn` needs a local. */
export const quad = {
  load: (offset: number): Code => [...vector(0x00), 0, ...unsigned(offset)],
  /** The same one four times. */
  spread: (offset: number): Code => [...vector(0x09), 0, ...unsigned(offset)],
  store: (offset: number): Code => [...vector(0x0b), 0, ...unsigned(offset)],
  /** Four of the eight in two of these, by their numbers. */
  pick: (...words: number[]): Code => [
    ...vector(0x0d),
    ...words.flatMap((word) => [0, 1, 2, 3].map((byte) => 4 * word + byte)),
  ],
  add: vector(0xae),
  and: vector(0x4e),
  or: vector(0x50),
  xor: vector(0x51),
  not: vector(0x4d),
  rotate: (bits: number, local: number): Code => [
    ...[...set(local), ...get(local), ...number(bits), ...vector(0xab)],
    ...[...get(local), ...number(32 - bits), ...vector(0xad), ...vector(0x50)],
  ],
} as const;

/** A function without an answer whose parameters are whole numbers of 32 bits. */
export interface WasmFunction {
  name: string;
  parameters: number;
  /** How many locals it has besides, of which kind. */
  locals: { count: number; quads: boolean };
  code: Code;
}

/** A module of functions and of a `memory` of so many pages, which begins with these bytes. */
export const wasmModule = (
  functions: readonly WasmFunction[],
  pages: number,
  begin: Uint8Array,
): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      list(functions.map(({ parameters }) => [0x60, ...list(Array(parameters).fill([0x7f])), 0])),
    ),
    ...section(3, list(functions.map((_, index) => unsigned(index)))),
    ...section(5, list([[0, ...unsigned(pages)]])),
    ...section(
      7,
      list([[...named('memory'), 2, 0], ...functions.map(({ name }, index) => [...named(name), 0, index])]),
    ),
    ...section(
      10,
      list(
        functions.map(({ locals: { count, quads }, code }) =>
          sized([...list([[...unsigned(count), quads ? 0x7b : 0x7f]]), ...code, 0x0b]),
        ),
      ),
    ),
    ...section(11, list([[0, ...number(0), 0x0b, ...sized([...begin])]])),
  ]);
