import {
  faultOf,
  hasMoreLines,
  hasOtherCoding,
  linesOf,
  mostLines,
  targetFaultOf,
  type RawRequestHead,
} from './head.rules.js';

const head = (rawHeaders: string[], more: Partial<RawRequestHead> = {}): RawRequestHead => ({
  httpVersion: '1.1',
  rawHeaders,
  ...more,
});
const host = ['Host', 'x'];

describe('the head of a request', () => {
  it('counts lines whatever the case of their name', () => {
    const sent = head([...host, 'AUTHORIZATION', 'a', 'Accept', '*/*', 'authorization', 'b']);
    expect(['authorization', 'accept', 'cookie'].map((name) => linesOf(sent, name))).toEqual([2, 1, 0]);
  });

  it.each([
    [mostLines, false],
    [mostLines + 1, true],
  ])('of %d lines has more than may be: %p', (lines, expected) =>
    expect(hasMoreLines(head(Array<string>(2 * lines).fill('a')))).toBe(expected),
  );

  it.each([
    [[], false],
    [['chunked'], false],
    [['Chunked'], false],
    [[''], true],
    [['gzip, chunked'], true],
    [['chunked', 'chunked'], true],
    [['identity', 'chunked'], true],
  ])('with the transfer codings %j has others than one in chunks: %p', (codings, expected) => {
    const lines = codings.flatMap((each) => ['Transfer-encoding', each]);
    expect(hasOtherCoding(head(['chunked', 'transfer-encoding', ...lines]))).toBe(expected);
  });

  it.each([
    ['with one host', head(host)],
    ['without a host in HTTP/1.0', head([], { httpVersion: '1.0' })],
    ['in chunks', head([...host, 'Transfer-Encoding', 'chunked'])],
  ])('is sound %s', (_, sent) => expect(faultOf(sent)).toBeUndefined());

  it.each([
    ['with very many lines', head([...host, ...Array<string>(2 * mostLines).fill('a')]), '500 lines'],
    ['with two ends', head([...host, 'Transfer-Encoding', '', 'Content-Length', '1']), 'a length, or'],
    ['without a host', head([]), 'host'],
    ['of another version of HTTP', head(host, { httpVersion: '2.0' }), 'HTTP/1.1'],
    ['with two hosts', head([...host, 'host', 'x']), 'host'],
    ['with two hosts in HTTP/1.0', head([...host, ...host], { httpVersion: '1.0' }), 'host'],
    [
      'in chunks in HTTP/1.0',
      head([...host, 'Transfer-Encoding', 'chunked'], { httpVersion: '1.0' }),
      'transfer codings',
    ],
  ])('is not sound %s, and is told so', (_, sent, reason) => expect(faultOf(sent)).toContain(reason));
});

describe('the target of a request', () => {
  it.each(['/a#b', '/a?b#c', '#'])('is not sound with a raw # as in %s', (target) =>
    expect(targetFaultOf(target)).toContain('%23'),
  );

  it('is sound with an encoded one', () => expect(targetFaultOf('/a%23b')).toBeUndefined());
});
