/** The items of Subversion's own protocol: words, numbers, strings and lists of them. */
export type RaItem = string | Buffer | readonly RaItem[];

/** Deeper is nobody's message. */
const mostDepth = 16;
/**
 * A greeting of either side has some thirty items, with a blank behind each. Whoever hears one looks at it anew with
 * each piece of it.
 */
const mostItems = 128;

/**
 * The item at the beginning of what was said, and how long it is in bytes with the blank behind it. `more`: it is not
 * whole yet; undefined: it is none.
 */
export const raItem = (said: Buffer): { item: RaItem; length: number } | 'more' | undefined => {
  const lists: RaItem[][] = [];
  let items = 0;
  let blanks = 0;
  for (let at = 0; ;) {
    for (; at < said.length && isBlank(said[at]); at += 1) blanks += 1;
    if (blanks > mostItems) return undefined;
    if (at >= said.length) return 'more';
    items += 1;
    if (items > mostItems) return undefined;
    const character = String.fromCharCode(said[at]);
    let item: RaItem | undefined;
    if (character === '(') {
      if (lists.length >= mostDepth) return undefined;
      lists.push([]);
      at += 1;
    } else if (character === ')') {
      item = lists.pop();
      if (!item) return undefined;
      at += 1;
    } else {
      const [, number, word] =
        /^(?:(\d{1,9})|([A-Za-z][A-Za-z0-9-]{0,100}))/.exec(said.toString('latin1', at, at + 102)) ?? [];
      const text = number ?? word;
      if (text === undefined) return undefined;
      at += text.length;
      if (at >= said.length) return 'more';
      item = text;
      if (number !== undefined && said[at] === colon) {
        const end = at + 1 + Number(number);
        if (end >= said.length) return 'more';
        item = said.subarray(at + 1, end);
        at = end;
      }
    }
    // Each item ends with a blank.
    if (at >= said.length) return 'more';
    if (!isBlank(said[at])) return undefined;
    if (item === undefined) continue;
    const list = lists.at(-1);
    if (!list) return { item, length: at + 1 };
    list.push(item);
  }
};

const colon = 0x3a;

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a;
