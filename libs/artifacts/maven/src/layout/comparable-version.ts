/**
 * The order of versions of Maven 3.9 (`org.apache.maven.artifact.versioning.ComparableVersion`), digits being ASCII digits.
 * A version is a list of numbers, words and nested lists: a dot goes on in the same list, a hyphen and every transition
 * between digits and letters opens a list inside it. Trailing nulls (0, '', ga, final, release) of each list are dropped.
 * The order is Maven's, oddities included; it is not transitive for all strings.
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
const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

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

const compareToNothing = (value: Item): number => {
  if (isNumeral(value)) return value ? 1 : 0;
  if (typeof value === 'string') return compareText(rank(value), releaseRank);
  for (const inner of value) {
    const result = compareToNothing(inner);
    if (result !== 0) return result;
  }
  return 0;
};

/** Numbers are above lists, lists above words. */
const weight = (value: Item): number => (isNumeral(value) ? 3 : Array.isArray(value) ? 2 : 1);

const compareItems = (left: Item, right: Item): number => {
  if (isNumeral(left) && isNumeral(right)) return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'string' && typeof right === 'string') return compareText(rank(left), rank(right));
  if (!Array.isArray(left) || !Array.isArray(right)) return Math.sign(weight(left) - weight(right));
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const result =
      index >= left.length
        ? -compareToNothing(right[index])
        : index >= right.length
          ? compareToNothing(left[index])
          : compareItems(left[index], right[index]);
    if (result !== 0) return result;
  }
  return 0;
};

/** Negative, zero or positive, as `left` is older than, the same as or newer than `right`. */
export const compareVersions = (left: string, right: string): number =>
  Math.sign(compareItems(parse(left), parse(right)));

/** Versions in ascending order; those that Maven holds to be the same (1 and 1.0) by their letters. */
export const sortVersions = (versions: Iterable<string>): string[] =>
  [...versions]
    .sort()
    .map((version) => ({ version, items: parse(version) }))
    .sort((left, right) => compareItems(left.items, right.items))
    .map(({ version }) => version);
