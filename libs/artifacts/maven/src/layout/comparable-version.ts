/**
 * The order of versions of Maven 3.9 (`org.apache.maven.artifact.versioning.ComparableVersion`), digits being ASCII
 * digits. A version is a list of numbers, words and nested lists: a dot goes on in the same list, a hyphen and every
 * transition between digits and letters opens a list inside it. Trailing nulls (0, '', ga, final, release) of each
 * list are dropped. The order is Maven's, oddities included; it is not transitive for all strings.
 */
type Item = number | bigint | string | Item[];

const knownQualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const releaseRank = String(knownQualifiers.indexOf(''));
const aliases: Readonly<Record<string, string>> = { ga: '', final: '', release: '', cr: 'rc' };
const shortForms: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' };

const word = (text: string, beforeDigit: boolean): string => {
  const long = beforeDigit && Object.hasOwn(shortForms, text) ? shortForms[text] : text;
  return Object.hasOwn(aliases, long) ? aliases[long] : long;
};
/** Longer ones may be beyond what a number holds exactly. */
const numberDigits = 15;
const numeral = (digits: string): Item => (digits.length > numberDigits ? BigInt(digits) : Number(digits));
const item = (text: string, digits: boolean): Item => (digits ? numeral(text) : word(text, false));
const isNumeral = (value: Item): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** Known qualifiers by their place, unknown ones after them by their letters: compared as text, as Maven does. */
const rank = (qualifier: string): string => {
  const index = knownQualifiers.indexOf(qualifier);
  return index < 0 ? `${knownQualifiers.length}-${qualifier}` : String(index);
};
export const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;

const isNull = (value: Item): boolean => {
  if (isNumeral(value)) return !value;
  return typeof value === 'string' ? rank(value) === releaseRank : value.length === 0;
};

const normalize = (list: Item[]): void => {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const last = list[index];
    if (isNull(last)) list.splice(index, 1);
    else if (!Array.isArray(last)) break;
  }
};

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const parse = (version: string): Item[] => {
  const text = version.toLowerCase();
  const root: Item[] = [];
  const opened: Item[][] = [root];
  let list = root;
  let digits = false;
  let start = 0;
  const open = (): void => {
    const inner: Item[] = [];
    list.push(inner);
    opened.push(inner);
    list = inner;
  };
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 46 || code === 45) {
      list.push(index === start ? 0 : item(text.slice(start, index), digits));
      start = index + 1;
      if (code === 45) open();
    } else if (isDigit(code)) {
      if (!digits && index > start) {
        if (list.length > 0) open();
        list.push(word(text.slice(start, index), true));
        start = index;
        open();
      }
      digits = true;
    } else {
      if (digits && index > start) {
        list.push(numeral(text.slice(start, index)));
        start = index;
        open();
      }
      digits = false;
    }
  }
  if (text.length > start) {
    if (!digits && list.length > 0) open();
    list.push(item(text.slice(start), digits));
  }
  while (opened.length > 0) normalize(opened.pop() as Item[]);
  return root;
};

/** Where a nested list begins and ends. */
const begin = true;
const end = false;
/**
 * The items of a version in a row, words as their ranks: a fifth of the memory of lists in lists, of which a hostile
 * version has a hundred.
 */
type Token = number | bigint | string | boolean;

const flatten = (list: readonly Item[], tokens: Token[] = []): Token[] => {
  for (const each of list) {
    if (Array.isArray(each)) {
      tokens.push(begin);
      flatten(each, tokens);
      tokens.push(end);
    } else tokens.push(typeof each === 'string' ? rank(each) : each);
  }
  return tokens;
};

/** Numbers between dots, which are most versions: one list without any other in it. */
const plainNumbers = new RegExp(`^\\d{1,${numberDigits}}(?:\\.\\d{1,${numberDigits}})*$`);

/** Whether it is nothing but numbers between dots. Of such versions the order is total. */
export const isPlainNumbers = (version: string): boolean => plainNumbers.test(version);

const numbersBetweenDots = (version: string): number[] => {
  const numbers = [0];
  for (let index = 0; index < version.length; index += 1) {
    const code = version.charCodeAt(index);
    if (code === 46) numbers.push(0);
    else numbers[numbers.length - 1] = numbers[numbers.length - 1] * 10 + code - 48;
  }
  while (numbers.at(-1) === 0) numbers.pop();
  return numbers;
};

/** The item at this place compared to none; its first part that is not the same decides. */
const compareToNothing = (tokens: readonly Token[], at: number): number => {
  const next = afterItem(tokens, at);
  for (let index = at; index < next; index += 1) {
    const token = tokens[index];
    if (typeof token === 'boolean') continue;
    const result = typeof token === 'string' ? compareText(token, releaseRank) : token ? 1 : 0;
    if (result !== 0) return result;
  }
  return 0;
};

const afterItem = (tokens: readonly Token[], at: number): number => {
  let depth = 0;
  let index = at;
  do {
    if (tokens[index] === begin) depth += 1;
    else if (tokens[index] === end) depth -= 1;
    index += 1;
  } while (depth > 0);
  return index;
};

/** Numbers are above lists, lists above words. */
const weight = (token: Token): number => (typeof token === 'string' ? 1 : typeof token === 'boolean' ? 2 : 3);

/** Of two items that are not both lists. */
const compareItems = (left: Token, right: Token): number => {
  if (weight(left) !== weight(right)) return Math.sign(weight(left) - weight(right));
  return left < right ? -1 : left > right ? 1 : 0;
};

const compareTokens = (left: readonly Token[], right: readonly Token[]): number => {
  let l = 0;
  let r = 0;
  // Both places are in lists of the same depth.
  while (l < left.length || r < right.length) {
    const one = left[l];
    const other = right[r];
    if (typeof one === 'number' && typeof other === 'number') {
      if (one !== other) return one < other ? -1 : 1;
      l += 1;
      r += 1;
      continue;
    }
    const leftEnds = l === left.length || left[l] === end;
    const rightEnds = r === right.length || right[r] === end;
    let result = 0;
    if (leftEnds && !rightEnds) {
      result = -compareToNothing(right, r);
      r = afterItem(right, r);
    } else if (rightEnds && !leftEnds) {
      result = compareToNothing(left, l);
      l = afterItem(left, l);
    } else {
      if (!leftEnds && (left[l] !== begin || right[r] !== begin)) result = compareItems(left[l], right[r]);
      l += 1;
      r += 1;
    }
    if (result !== 0) return result;
  }
  return 0;
};

/** A version taken apart. */
export interface ParsedVersion {
  version: string;
  tokens: Token[];
  /** In the order of the first two numbers of versions that are numbers between dots; of others not a number. */
  lead: number;
}

const leadLimit = 1 << 26;

export const parsedVersion = (version: string): ParsedVersion => {
  if (!isPlainNumbers(version)) return { version, tokens: flatten(parse(version)), lead: NaN };
  const tokens = numbersBetweenDots(version);
  const [first = 0, second = 0] = tokens;
  const lead = first < leadLimit && second < leadLimit ? first * leadLimit + second : NaN;
  return { version, tokens, lead };
};

export const compareParsed = (left: ParsedVersion, right: ParsedVersion): number => {
  const apart = left.lead - right.lead;
  return apart < 0 ? -1 : apart > 0 ? 1 : compareTokens(left.tokens, right.tokens);
};

/** Negative, zero or positive, as `left` is older than, the same as or newer than `right`. */
export const compareVersions = (left: string, right: string): number =>
  Math.sign(compareParsed(parsedVersion(left), parsedVersion(right)));
