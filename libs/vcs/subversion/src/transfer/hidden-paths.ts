/**
 * The same pieces without paths of this machine, absolute ones, however they are cut. `shown` stands in the place of
 * one. Nothing is held back but what may be the beginning of one.
 */
export async function* withoutPaths(
  pieces: AsyncIterable<Buffer>,
  paths: readonly string[],
  shown: (path: Buffer) => Buffer,
): AsyncGenerator<Buffer> {
  const hidden = paths.map((path) => Buffer.from(path)).sort((one, other) => other.length - one.length);
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const text = held.length === 0 ? piece : Buffer.concat([held, piece]);
    const parts: Buffer[] = [];
    let from = 0;
    let at = text.indexOf(slash);
    for (; at >= 0; at = text.indexOf(slash, at + 1)) {
      const path = hidden.find((each) => isThere(each, text, at));
      if (!path) continue;
      if (path.length > text.length - at) break;
      parts.push(text.subarray(from, at), shown(path));
      from = at + path.length;
      at = from - 1;
    }
    held = at < 0 ? Buffer.alloc(0) : text.subarray(at);
    const clear = text.subarray(from, text.length - held.length);
    if (parts.length > 0 || clear.length > 0)
      yield parts.length === 0 ? clear : Buffer.concat([...parts, clear]);
  }
  if (held.length > 0) yield held;
}

const slash = 0x2f;

/** Whether a path stands there, as far as the text goes. */
const isThere = (path: Buffer, text: Buffer, at: number): boolean => {
  const end = Math.min(text.length, at + path.length);
  return text.compare(path, 0, end - at, at, end) === 0;
};
