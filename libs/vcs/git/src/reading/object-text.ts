/** A commit or tag, taken apart but not yet understood. Bytes are latin1 characters. */
export interface ObjectText {
  /** All headers as they stand there. */
  head: string;
  /** Name and value of each header, in their order; continuation lines belong to the one before. */
  headers: [name: string, value: string][];
  message: Buffer;
}

/** Headers have no more, what comes behind is passed over: a thousand parents fit in, and signatures (bytes). */
export const mostHead = 64 << 10;

/** Headers, an empty line, the message. The latter may be missing, and headers may be cut off. */
export const objectText = (contents: Buffer): ObjectText => {
  const gap = contents.indexOf('\n\n');
  const head = contents.toString('latin1', 0, Math.min(mostHead, gap < 0 ? contents.length : gap));
  const headers: ObjectText['headers'] = [];
  for (const line of head.split('\n')) {
    const last = headers[headers.length - 1];
    const blank = line.indexOf(' ');
    if (blank === 0 && last) last[1] += `\n${line.slice(1)}`;
    else if (blank > 0) headers.push([line.slice(0, blank), line.slice(blank + 1)]);
  }
  return { head, headers, message: gap < 0 ? Buffer.alloc(0) : contents.subarray(gap + 2) };
};

/** What reads texts in the encoding that a commit names: UTF-8 where it names none, or none that is known. */
export const decoderOf = (encoding: string | undefined): ((bytes: Buffer) => string) => {
  const utf8 = (bytes: Buffer): string => bytes.toString('utf8');
  if (encoding === undefined) return utf8;
  try {
    const decoder = new TextDecoder(encoding);
    return (bytes) => decoder.decode(bytes);
  } catch {
    return utf8;
  }
};

/** A message without the line end that stands after it. */
export const messageText = (message: string): string => message.replace(/\n$/, '');
