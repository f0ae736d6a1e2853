import { BodyRefusal } from './body-refusal.js';
import { BodyScan } from './body-scan.js';

const place = { list: 'modified', text: 'content' };

/** What becomes of a body that comes in pieces of so many bytes. */
const scanned = (body: string | Buffer, length = Infinity): { rest: unknown; texts: string } => {
  const scan = new BodyScan(place);
  const bytes = Buffer.from(body as string);
  const [rest, texts]: [Buffer[], Buffer[]] = [[], []];
  for (let at = 0; at < bytes.length; at += Math.min(length, bytes.length)) {
    const piece = scan.take(bytes.subarray(at, at + length));
    rest.push(piece.rest);
    texts.push(Buffer.from(piece.texts));
  }
  scan.end();
  return { rest: JSON.parse(Buffer.concat(rest).toString()), texts: Buffer.concat(texts).toString() };
};

/** The value that the texts make of it again. */
const joined = ({ rest, texts }: ReturnType<typeof scanned>): unknown => {
  const bytes = Buffer.from(texts);
  return JSON.parse(JSON.stringify(rest), (name, value: unknown) => {
    const [, at, size] = name === 'content' ? (/^(\d+):(\d+)$/.exec(String(value)) ?? []) : [];
    return at === undefined ? value : bytes.subarray(Number(at), Number(at) + Number(size)).toString();
  });
};

const letters = 'a"\\/\b\f\n\r\t\u001f ü ж 😀 \ud83d\ude00 \u2028 {[,:]}';
const body = {
  message: 'content',
  modified: [
    { path: 'a"\\', content: letters, mode: null },
    { content: '', path: letters },
    { path: 'b', nested: { content: 'stays' }, content: 'x'.repeat(100) },
  ],
  content: 'stays',
  other: [{ content: 'stays' }, ['content']],
};

describe('a large body', () => {
  it.each([1, 2, 3, 7, 1000])('is taken apart in pieces of %i bytes, and nothing of it is lost', (length) => {
    const apart = scanned(JSON.stringify(body), length);
    expect(apart.texts).toBe(letters + 'x'.repeat(100));
    expect(apart.rest).toMatchObject({ content: 'stays', other: [{ content: 'stays' }, ['content']] });
    expect(joined(apart)).toEqual(body);
  });

  it('is taken apart in its envelope, in many and with names that are written otherwise', () => {
    for (const one of [{ commit: body }, { commits: [body, body] }, [body]])
      expect(joined(scanned(JSON.stringify(one)))).toEqual(one);
    const odd = String.raw`{"m\u006fdified" : [ { "cont\u0065nt" : "\u00fc\ud83d\ude00\/\u0041" } ] }`;
    expect(scanned(odd, 1)).toEqual({ rest: { modified: [{ content: '0:8' }] }, texts: 'ü😀/A' });
  });

  it('keeps what is no text in the place of one', () => {
    const strange = { modified: [{ content: 7 }, { content: ['x'] }, ['content', 'x'], 'x', null] };
    for (const one of [strange, { modified: { a: { content: 'x' } } }, { modified: [[{ content: 'x' }]] }])
      expect(scanned(JSON.stringify(one), 1)).toEqual({ rest: one, texts: '' });
  });

  it.each([
    String.raw`\u0000`,
    String.raw`\ud800`,
    String.raw`\ud800x`,
    String.raw`\udc00`,
    String.raw`\ud800\n`,
  ])('has a text with %s that nobody stores, as it would be in a small one', (letter) => {
    const { rest } = scanned(`{"modified":[{"content":"a${letter}"},{"content":"b"}]}`, 1);
    expect(rest).toMatchObject({
      modified: [{ content: '\0' }, { content: expect.stringMatching(/:1$/) as string }],
    });
  });

  it.each([
    ['an escape that is none', String.raw`{"modified":[{"content":"\x"}]}`],
    ['digits that are none', String.raw`{"modified":[{"content":"\u00g0"}]}`],
    ['a control character', '{"modified":[{"content":"a\nb"}]}'],
    ['no end of a text', '{"modified":[{"content":"a'],
    ['no end of a string', '{"message":"a'],
    ['no end', '{"modified":[{"content":"a"}]'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['half a letter at its end', Buffer.from([0x22, 0xc3])],
    ['no end of its nesting', '['.repeat(300) + ']'.repeat(300)],
  ])('with %s is malformed', (_, bytes) => {
    expect(() => scanned(bytes, 1)).toThrow(expect.objectContaining({ status: 400 }) as Error);
  });

  it('is as malformed without its texts as with them', () => {
    for (const wrong of [
      '{"modified":[{"content" "x"}]}',
      '{"modified":[{"content":"x" "y"}]}',
      '{"modified":[{,}]}',
    ])
      expect(() => scanned(wrong, 1)).toThrow();
  });

  it.each([
    ['4 MiB besides texts', `{"message":"${'x'.repeat(4 << 20)}"}`],
    ['200,000 values', `[${'0,'.repeat(200_000)}0]`],
  ])('with more than %s is too large', (_, text) => {
    expect(() => scanned(text, 64 << 10)).toThrow(new BodyRefusal(413, 'too much besides texts'));
  });

  it('with more than 16,384 names in an object is too large', () => {
    const object = (names: number): string =>
      `{"modified":[{${Array.from({ length: names }, (_, at) => `"n${at}":{}`).join(',')}}]}`;
    expect(() => scanned(object(16_384), 64 << 10)).not.toThrow();
    expect(() => scanned(object(16_385), 64 << 10)).toThrow(
      new BodyRefusal(413, 'an object has too many names'),
    );
  });

  it('of as many files as may be has room', () => {
    const modified = Array.from({ length: 30_000 }, (_, at) => ({
      path: `some/directory/${at % 100}/with/a/file-${at}.txt`,
      content: 'line\n',
      encoding: 'utf-8',
      mode: '100644',
    }));
    const { texts } = scanned(JSON.stringify({ modified }), 64 << 10);
    expect(texts).toHaveLength(30_000 * 5);
  });
});
