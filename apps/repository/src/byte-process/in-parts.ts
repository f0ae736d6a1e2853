/** Characters of one part, or a little more. */
const partLength = 64 << 10;
/** What an item has besides its names (characters). */
const besides = 200;

/**
 * The items in parts, so that messages between the two processes stay small however many there are. There is always a
 * part; it is empty only where there are no items.
 */
export function* inParts<T extends { ref: string; name: string }>(items: Iterable<T>): Generator<T[], void> {
  let part: T[] = [];
  let length = 0;
  for (const item of items) {
    if (length >= partLength) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(item);
    length += item.ref.length + item.name.length + besides;
  }
  yield part;
}
