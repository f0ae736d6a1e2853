/** What Node's parser says of bytes that it does not take. */
export interface ParserError extends NodeJS.ErrnoException {
  /** The piece of the connection that it was given last. */
  rawPacket?: unknown;
  /** Where in it it stopped. */
  bytesParsed?: number;
}

/** A head that the parser did not take, as far as it is needed to answer it. */
export interface UnreadHead {
  target: string;
  httpVersion: '1.0' | '1.1';
  /** Names and values, alternating, as they were sent. */
  rawHeaders: string[];
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const whole = new RegExp(`^(${token}) ([!-~]+) HTTP/(1\\.[01])\\r\\n((?:[^\\r\\n]+\\r\\n)*)\\r\\n`);
const field = new RegExp(`^(${token}):([\\t -~\\x80-\\xff]*)$`);

/**
 * The head of a sound request whose method is none that the parser knows; undefined: it is something else. It has to
 * have come in one piece, which begins with it.
 */
export const headOfOtherMethod = ({
  code,
  rawPacket,
  bytesParsed = 0,
}: ParserError): UnreadHead | undefined => {
  if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket)) return undefined;
  const found = whole.exec(rawPacket.toString('latin1'));
  if (!found || bytesParsed > found[1].length) return undefined;
  const [, , target, version, lines] = found;
  const rawHeaders: string[] = [];
  for (const line of lines.split('\r\n').slice(0, -1)) {
    const sent = field.exec(line);
    if (!sent) return undefined;
    rawHeaders.push(sent[1], withoutBlanks(sent[2]));
  }
  return { target, httpVersion: version === '1.0' ? version : '1.1', rawHeaders };
};

/** By a loop: of a line of many blanks an expression would look at each from each. */
const withoutBlanks = (value: string): string => {
  let [begin, end] = [0, value.length];
  while (begin < end && isBlank(value[begin])) begin += 1;
  while (end > begin && isBlank(value[end - 1])) end -= 1;
  return value.slice(begin, end);
};

const isBlank = (character: string): boolean => character === ' ' || character === '\t';

const begun = new RegExp(`^${token} ([^ \\r\\n]+)`);

/** The target of a request that the parser did not take, or its beginning, if the last piece begins with it. */
export const targetOfUnread = ({ rawPacket }: ParserError): string | undefined =>
  Buffer.isBuffer(rawPacket) ? begun.exec(rawPacket.toString('latin1', 0, 8_192))?.[1] : undefined;
