import { loopShare } from '@holdfast/kernel';

const steps = 80;
const blockLength = 64;

/**
 * What is disturbed in a computation so that another text comes to the same hash: I(K, b) in the words of the paper, or
 * II(K, b).
 */
interface Disturbance {
  isSecondType: boolean;
  /** K */
  first: number;
  /** b */
  bit: number;
}

/** What the texts of one attack have in common. */
interface Attack {
  /** By what the words of the steps differ. */
  differences: Int32Array;
  /** From this step on both computations agree, for some steps. */
  meeting: number;
}

const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** All by which an attack is feasible: those that git looks for. */
const disturbances: readonly Disturbance[] = [
  ...from(43, 52).map((first) => ({ isSecondType: false, first, bit: 0 })),
  ...from(46, 51).map((first) => ({ isSecondType: false, first, bit: 2 })),
  ...from(45, 56).map((first) => ({ isSecondType: true, first, bit: 0 })),
  ...[46, 49, 50, 51].map((first) => ({ isSecondType: true, first, bit: 2 })),
];

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** The words of all steps come out of any sixteen. */
const expand = (words: Int32Array, at: number): void => {
  for (let t = at; t < words.length; t += 1)
    words[t] = rotated(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);
};

/** A step takes what five before it have left. */
const lead = 5;

const attackOf = ({ isSecondType, first, bit }: Disturbance): Attack => {
  const disturbed = new Int32Array(lead + steps);
  const at = lead + first;
  disturbed[at + 15] = 1 << bit;
  if (isSecondType) disturbed[at + 1] = disturbed[at + 3] = rotated(1 << bit, 31);
  expand(disturbed, at + 16);
  for (let t = at - 1; t >= 0; t -= 1)
    disturbed[t] = rotated(disturbed[t + 16], 31) ^ disturbed[t + 13] ^ disturbed[t + 8] ^ disturbed[t + 2];
  // The five steps after a disturbance take it away again.
  const differences = Int32Array.from({ length: steps }, (_, step) => {
    const [five, four, three, two, one, now] = disturbed.subarray(step, step + lead + 1);
    return now ^ rotated(one, 5) ^ two ^ rotated(three ^ four ^ five, 30);
  });
  let meeting = first + 15;
  while (differences[meeting - 1] === 0) meeting -= 1;
  return { differences, meeting };
};

const attacks = disturbances.map(attackOf);
const none = new Int32Array(steps);

/** What a step adds to its word and to what the step five before it has left, out of what those between have left. */
const mixed = (step: number, a: number, b: number, unturnedC: number, unturnedD: number): number => {
  const c = rotated(unturnedC, 30);
  const d = rotated(unturnedD, 30);
  const turned = rotated(a, 5);
  if (step < 20) return (turned + ((b & c) | (~b & d)) + 0x5a827999) | 0;
  if (step < 40) return (turned + (b ^ c ^ d) + 0x6ed9eba1) | 0;
  if (step < 60) return (turned + ((b & c) | (b & d) | (c & d)) - 0x70e44324) | 0;
  return (turned + (b ^ c ^ d) - 0x359d3e2a) | 0;
};

/** Does the steps from `begin` on; `states` has what five before them have left. */
const goOn = (states: Int32Array, words: Int32Array, differences: Int32Array, begin: number): void => {
  let [e, d, c, b, a] = states.subarray(begin, begin + lead);
  for (let step = begin; step < steps; step += 1) {
    const next = (rotated(e, 30) + mixed(step, a, b, c, d) + (words[step] ^ differences[step])) | 0;
    e = d;
    d = c;
    c = b;
    b = a;
    a = next;
    states[step + lead] = next;
  }
};

/** Undoes the steps before `begin`, up to `end`. */
const goBack = (
  states: Int32Array,
  words: Int32Array,
  differences: Int32Array,
  begin: number,
  end: number,
): void => {
  let e = states[begin];
  let d = states[begin + 1];
  let c = states[begin + 2];
  let b = states[begin + 3];
  let a = states[begin + 4];
  for (let step = begin - 1; step >= end; step -= 1) {
    const turned = (a - mixed(step, b, c, d, e) - (words[step] ^ differences[step])) | 0;
    a = b;
    b = c;
    c = d;
    d = e;
    e = rotated(turned, 2);
    states[step] = e;
  }
};

const bitsIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/**
 * So many steps before they meet, the two computations of an attack differ in one to five of 160 bits: with more they
 * would meet by chance only. Others differ in many by then.
 */
const longEnough = 12;
const few = 20;

/** A hash in the making. Its five words are what the steps leave: the last two as they are, the others turned. */
class WatchedHash {
  private readonly hash = Int32Array.of(0xc3d2e1f0, 0x10325476, 0x98badcfe, 0xefcdab89, 0x67452301);
  /** What each step of the last block has left, behind what was there before. */
  private readonly states = new Int32Array(lead + steps);
  private readonly words = new Int32Array(steps);
  private readonly others = new Int32Array(lead + steps);

  constructor() {
    for (let at = 0; at < 3; at += 1) this.hash[at] = rotated(this.hash[at], 2);
  }

  /** Takes the block at that place. Whether it may be half of a collision. */
  add(bytes: Buffer, at: number): boolean {
    const { words, states, hash } = this;
    for (let step = 0; step < 16; step += 1) words[step] = bytes.readInt32BE(at + 4 * step);
    expand(words, 16);
    states.set(hash);
    goOn(states, words, none, 0);
    for (let word = 0; word < lead; word += 1) hash[word] = this.sum(states, word);
    for (const attack of attacks) if (this.isHalfOf(attack)) return true;
    return false;
  }

  /** Whether the block that differs so leads to the same hash, from wherever it comes. */
  private isHalfOf({ differences, meeting }: Attack): boolean {
    const { words, states, others, hash } = this;
    const early = meeting - longEnough;
    for (let word = 0; word < lead; word += 1) others[meeting + word] = states[meeting + word];
    goBack(others, words, differences, meeting, early);
    let bits = 0;
    for (let word = early; word < early + lead; word += 1) bits += bitsIn(others[word] ^ states[word]);
    if (bits > few) return false;
    goBack(others, words, differences, early, 0);
    goOn(others, words, differences, meeting);
    return hash.every((word, at) => word === this.sum(others, at));
  }

  /** A word of the hash after these steps. */
  private sum(states: Int32Array, word: number): number {
    const [before, after] = [states[word], states[steps + word]];
    return word < 3 ? rotated(rotated(before, 30) + rotated(after, 30), 2) : (before + after) | 0;
  }
}

/** So many blocks are looked at before others may have the event loop. */
const stride = 32;

/**
 * Whether a text may have been made together with another one that has the same SHA-1. Each way to make two of them
 * that is known leaves blocks that differ by one pattern. So whoever sees one text alone takes each pattern, and looks
 * whether the block that differs by it leads to the same hash (M. Stevens, Counter-cryptanalysis, CRYPTO 2013). git
 * does so with all that it hashes; Node's hash does not.
 */
export const isCollisionAttack = async (text: Buffer): Promise<boolean> => {
  const padded = paddedText(text);
  const hash = new WatchedHash();
  for (let at = 0; at < padded.length; at += blockLength) {
    if (hash.add(padded, at)) return true;
    if ((at / blockLength) % stride === 0 && loopShare.isOver) await loopShare.pass();
  }
  return false;
};

/** As SHA-1 takes it: whole blocks, the last of which ends with the number of bits. */
const paddedText = (text: Buffer): Buffer => {
  const whole = Math.ceil((text.length + 9) / blockLength) * blockLength;
  const padded = Buffer.alloc(whole);
  text.copy(padded);
  padded[text.length] = 0x80;
  padded.writeUInt32BE(text.length * 8, whole - 4);
  return padded;
};
