/**
 * Which branches a rule is about, by their names. `*` stands for any characters but slashes, `**` for any characters;
 * each may stand for none. Nothing else is special, so a text without them is the name of one branch.
 */
export interface BranchPattern {
  readonly text: string;
  readonly matches: (name: string) => boolean;
}

/** Whether it tells anything of the names: a pattern of stars is about whatever is there. */
export const tellsNames = (pattern: string): boolean => /[^*]/.test(pattern);

/** A text of which each star is a character that any name may have: it is a name where the pattern may match one. */
export const nameLike = (pattern: string): string => pattern.replace(/\*+/g, 'x');

/**
 * All that the pattern may have matched so far is one set of bits, which each character of a name moves on. So a match
 * takes as long as name and pattern are, whatever they are: nothing is ever tried again. Most names are told by the
 * texts between the stars alone, and only then is the set made, which is much larger than the pattern.
 */
export const branchPattern = (text: string): BranchPattern => {
  const parts = text.split(/(\*+)/);
  if (parts.length === 1) return { text, matches: (name) => name === text };
  const prefix = parts[0];
  const suffix = parts[parts.length - 1];
  const literals = parts.filter((_, at) => at % 2 === 0);
  const longest = literals.reduce((one, other) => (other.length > one.length ? other : one));
  const least = literals.reduce((sum, { length }) => sum + length, 0);
  let made: Machine | undefined;
  const matches = (name: string): boolean =>
    name.length >= least &&
    name.startsWith(prefix) &&
    name.endsWith(suffix) &&
    name.includes(longest) &&
    accepts((made ??= machineOf(parts)), name);
  return { text, matches };
};

/** State n: the first n characters of the pattern that are no stars were there. Bit n of each set is about state n. */
interface Machine {
  last: number;
  /** The states that a character takes to the next one. */
  next: ReadonlyMap<number, Uint32Array>;
  /** The states that a character other than a slash, or a slash, leaves as they are. */
  stays: Uint32Array;
  slashStays: Uint32Array;
  /** The states that have been reached. */
  now: Uint32Array;
  none: Uint32Array;
}

const machineOf = (parts: readonly string[]): Machine => {
  const last = parts.reduce((sum, part, at) => sum + (at % 2 === 0 ? part.length : 0), 0);
  const set = (): Uint32Array => new Uint32Array((last >>> 5) + 1);
  const [stays, slashStays] = [set(), set()];
  const next = new Map<number, Uint32Array>();
  let state = 0;
  for (const [number, part] of parts.entries()) {
    if (number % 2 === 1) {
      add(stays, state);
      if (part.length > 1) add(slashStays, state);
      continue;
    }
    for (let at = 0; at < part.length; at += 1, state += 1) {
      const code = part.charCodeAt(at);
      const states = next.get(code) ?? set();
      add(states, state);
      next.set(code, states);
    }
  }
  return { last, next, stays, slashStays, now: set(), none: set() };
};

const accepts = ({ last, next, stays, slashStays, now, none }: Machine, name: string): boolean => {
  now.fill(0);
  now[0] = 1;
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at);
    const moving = next.get(code) ?? none;
    const staying = code === slash ? slashStays : stays;
    let carry = 0;
    let some = 0;
    for (let word = 0; word < now.length; word += 1) {
      const moved = now[word] & moving[word];
      const states = (moved << 1) | carry | (now[word] & staying[word]);
      carry = moved >>> 31;
      now[word] = states;
      some |= states;
    }
    if (some === 0) return false;
  }
  return (now[last >>> 5] & (1 << (last & 31))) !== 0;
};

const slash = '/'.charCodeAt(0);

const add = (states: Uint32Array, state: number): void => {
  states[state >>> 5] |= 1 << (state & 31);
};
