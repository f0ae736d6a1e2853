import {
  get,
  number,
  quad,
  repeat,
  set,
  single,
  wasmModule,
  type Code,
  type WasmFunction,
} from './wasm-code.js';

/** Bytes of what MD5 takes at a time. */
export const blockBytes = 64;
/** How many contents are hashed at once. */
export const laneCount = 4;
/** Where the state of contents lies in memory: four words, each as often as there are lanes. */
export const stateAt = 512;
/** Behind this nothing in memory is the program's own. */
export const firstFree = 1024;

/** Before the state: the constants of the steps, then the words of the blocks that are being looked at. */
const wordsAt = 256;

/** RFC 1321: how far each step rotates, which word it takes, what it adds. */
const shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
const wordOf = [
  (step: number) => step % 16,
  (step: number) => (5 * step + 1) % 16,
  (step: number) => (3 * step + 5) % 16,
  (step: number) => (7 * step) % 16,
] as const;
const constants = Uint32Array.from({ length: 64 }, (_, step) => Math.abs(Math.sin(step + 1)) * 2 ** 32);

interface Words {
  readonly add: Code;
  readonly and: Code;
  readonly or: Code;
  readonly xor: Code;
  readonly not: Code;
}

/** Adds what a round mixes of three locals, so that as little as can be waits for `b`, which comes last. */
const mixed = ({ add, and, or, xor, not }: Words, round: number, [b, c, d]: readonly number[]): Code => {
  const [B, C, D] = [get(b), get(c), get(d)];
  if (round === 0) return [...C, ...D, ...xor, ...B, ...and, ...D, ...xor, ...add];
  if (round === 1) return [...D, ...not, ...C, ...and, ...add, ...B, ...D, ...and, ...add];
  if (round === 2) return [...C, ...D, ...xor, ...B, ...xor, ...add];
  return [...D, ...not, ...B, ...or, ...C, ...xor, ...add];
};

/** The 64 steps on the locals `a` and the three behind it. `loaded`: adds the word and the constant of a step. */
const steps = (
  words: Words,
  a: number,
  loaded: (step: number, word: number) => Code,
  rotated: (bits: number) => Code,
): Code =>
  Array.from({ length: 64 }, (_, step): Code => {
    const round = step >> 4;
    // They take turns: what a step has made is the `b` of the next one.
    const [first, ...others] = [0, 1, 2, 3].map((at) => a + ((at + 64 - step) % 4));
    return [
      ...[...get(first), ...loaded(step, wordOf[round](step))],
      ...mixed(words, round, others),
      ...[...rotated(shifts[round][step % 4]), ...get(others[0]), ...words.add, ...set(first)],
    ];
  }).flat();

const four = [0, 1, 2, 3];

/** `one(state, blocks, from)`: goes on with one content; of the state only the first four words. */
const one = (): WasmFunction => {
  const [state, blocks, from, a, before] = [0, 1, 2, 3, 7];
  const { add, load, store } = single;
  const loaded = (step: number, word: number): Code => [
    ...[...get(from), ...load(4 * word), ...add],
    ...[...number(constants[step]), ...add],
  ];
  const code = [
    ...four.flatMap((word) => [...get(state), ...load(4 * word), ...set(a + word)]),
    ...repeat(blocks, [
      ...four.flatMap((word) => [...get(a + word), ...set(before + word)]),
      ...steps(single, a, loaded, single.rotate),
      ...four.flatMap((word) => [...get(a + word), ...get(before + word), ...add, ...set(a + word)]),
      ...[...get(from), ...number(blockBytes), ...add, ...set(from)],
    ]),
    ...four.flatMap((word) => [...get(state), ...get(a + word), ...store(4 * word)]),
  ];
  return { name: 'one', parameters: 3, locals: { count: 8, quads: false }, code };
};

/** Puts the words of four blocks together by their numbers: the first of each, the second of each. */
const transposed = (from: number, piece: number): Code =>
  four.flatMap((part) => {
    const { load, pick, store } = quad;
    const halves = [
      [0, 4, 1, 5],
      [2, 6, 3, 7],
    ];
    const pair = (lane: number, half: number): Code => get(piece + lane + half);
    return [
      ...four.flatMap((lane) => [...get(from + lane), ...load(16 * part), ...set(piece + lane)]),
      ...[0, 2].flatMap((lane) => [
        ...halves.flatMap((half) => [...get(piece + lane), ...get(piece + lane + 1), ...pick(...half)]),
        ...[...set(piece + lane + 1), ...set(piece + lane)],
      ]),
      ...four.flatMap((word) => [
        ...number(0),
        ...[...pair(0, word >> 1), ...pair(2, word >> 1)],
        ...pick(...(word % 2 ? [2, 3, 6, 7] : [0, 1, 4, 5])),
        ...store(wordsAt + 16 * (4 * part + word)),
      ]),
    ];
  });

/** `lanes(state, blocks, from, from, from, from)`: goes on with four contents by as many blocks each. */
const lanes = (): WasmFunction => {
  const [state, blocks, from, a, spare, piece] = [0, 1, 2, 6, 10, 11];
  const { add, load, rotate, spread, store } = quad;
  const loaded = (step: number, word: number): Code => [
    ...[...number(0), ...load(wordsAt + 16 * word), ...add],
    ...[...number(0), ...spread(4 * step), ...add],
  ];
  const code = [
    ...four.flatMap((word) => [...get(state), ...load(16 * word), ...set(a + word)]),
    ...repeat(blocks, [
      ...transposed(from, piece),
      // The pieces are not needed any more.
      ...four.flatMap((word) => [...get(a + word), ...set(piece + word)]),
      ...steps(quad, a, loaded, (bits) => rotate(bits, spare)),
      ...four.flatMap((word) => [...get(a + word), ...get(piece + word), ...add, ...set(a + word)]),
      ...four.flatMap((lane) => [
        ...[...get(from + lane), ...number(blockBytes), ...single.add, ...set(from + lane)],
      ]),
    ]),
    ...four.flatMap((word) => [...get(state), ...get(a + word), ...store(16 * word)]),
  ];
  return { name: 'lanes', parameters: 6, locals: { count: 9, quads: true }, code };
};

/** What the program is asked. Nothing in it looks whether what it is told to read lies in its memory. */
export interface Md5Program {
  readonly memory: { readonly buffer: ArrayBuffer };
  one(state: number, blocks: number, from: number): void;
  lanes(state: number, blocks: number, ...from: readonly number[]): void;
}

/**
 * MD5 of four contents at once. A step of MD5 waits for the one before it, so a core has little to do with one
 * content: four of them take 0.42 ms for each MiB, where one takes 1.43 ms by OpenSSL.
 * @param bytes that its memory has behind `firstFree`
 */
export const md5Program = (bytes: number): Md5Program => {
  const pages = Math.ceil((firstFree + bytes) / 65_536);
  const module = new WebAssembly.Module(
    wasmModule([one(), lanes()], pages, new Uint8Array(constants.buffer)),
  );
  return new WebAssembly.Instance(module).exports as unknown as Md5Program;
};
