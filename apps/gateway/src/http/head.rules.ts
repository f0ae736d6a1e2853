/** What of a request's head decides whether it is understood. */
export interface RawRequestHead {
  httpVersion: string;
  /** Names and values, alternating, as they were sent. */
  rawHeaders: readonly string[];
}

const coding = 'transfer-encoding';

/** How many lines of the head have the name, which is in lower case. */
export const linesOf = ({ rawHeaders }: RawRequestHead, name: string): number => {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at];
    if (sent.length === name.length && sent.toLowerCase() === name) lines += 1;
  }
  return lines;
};

/** Whether a body is sent in another transfer coding than one, `chunked`: whoever reads such a head guesses its end. */
export const hasOtherCoding = (head: RawRequestHead): boolean => {
  const lines = linesOf(head, coding);
  if (lines === 0) return false;
  const at = head.rawHeaders.findIndex((sent, at) => at % 2 === 0 && sent.toLowerCase() === coding);
  return lines > 1 || head.rawHeaders[at + 1].toLowerCase() !== 'chunked';
};

/** A head has so many lines at most. Each costs, however short it is. */
export const mostLines = 500;

/** Whether a head has more. What the others say is not known then: Node leaves some out. */
export const hasMoreLines = ({ rawHeaders }: Pick<RawRequestHead, 'rawHeaders'>): boolean =>
  rawHeaders.length > 2 * mostLines;

const versions = new Set(['1.1', '1.0']);

/**
 * Why a request is answered with 400 whatever it asks for, as one line; undefined: it is sound. Two parties that read
 * such a head would read it differently.
 */
export const faultOf = (head: RawRequestHead): string | undefined => {
  if (hasMoreLines(head)) return `the head of a request has ${mostLines} lines at most`;
  // Node lets others in, which Fastify answers by the rules of HTTP/2.
  if (!versions.has(head.httpVersion)) return 'requests are of HTTP/1.1, or of HTTP/1.0';
  const hosts = linesOf(head, 'host');
  const old = head.httpVersion === '1.0';
  if (hosts > 1 || (hosts === 0 && !old)) return 'a request names its host in one header';
  const codings = linesOf(head, coding);
  if (old && codings > 0) return 'HTTP/1.0 has no transfer codings';
  if (codings > 0 && linesOf(head, 'content-length') > 0) return 'a body has a length, or comes in chunks';
  return undefined;
};

/** Why a request target is answered with 400; undefined: it is sound so far. */
export const targetFaultOf = (target: string): string | undefined =>
  target.includes('#') ? 'a # in a name is sent as %23' : undefined;
