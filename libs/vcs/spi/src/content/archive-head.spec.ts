import { archiveHead } from './archive-head.js';

const grant = { commit: 'a'.repeat(40), format: 'zip', name: 'core-main', lasting: false } as const;
const of = (asked: Record<string, string> = {}, other: object = {}) =>
  archiveHead(asked, { ...grant, ...other }, 'one');
const tagOf = (other?: object): string => of({}, other).headers.ETag;

describe('the head of an archive', () => {
  it('says what it is, what it is called, and how long that holds', () => {
    expect(of()).toEqual({
      status: 200,
      headers: {
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': 'sandbox',
        ETag: expect.stringMatching(/^"[0-9a-f]{40}"$/) as string,
        'Cache-Control': 'private, no-cache',
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="core-main.zip"',
      },
    });
    expect(of({}, { format: 'tar.gz', lasting: true }).headers).toMatchObject({
      'Cache-Control': 'private, max-age=31536000, immutable',
      'Content-Type': 'application/gzip',
      'Content-Disposition': 'attachment; filename="core-main.tar.gz"',
    });
  });

  it('has another tag for each other archive, and one for the same by another name', () => {
    const others = [
      {},
      { format: 'tar.gz' },
      { commit: 'b'.repeat(40) },
      { path: 'a' },
      { prefix: 'a' },
      { path: 'a', prefix: 'b' },
    ];
    expect(new Set(others.map(tagOf)).size).toBe(others.length);
    expect(tagOf({ name: 'core-v1', lasting: true })).toBe(tagOf());
  });

  it('holds until what else is told in it changes', () => {
    const at = (state?: string) => archiveHead({}, { ...grant, lasting: true }, 'one', state).headers;
    expect(new Set([at(), at('a'), at('b')].map(({ ETag }) => ETag)).size).toBe(3);
    expect(at('a')['Cache-Control']).toBe('private, no-cache');
  });

  it('is short for who has it already, or asks for another', () => {
    expect(of({ 'if-none-match': tagOf() })).toMatchObject({ status: 304, headers: { ETag: tagOf() } });
    expect(of({ 'if-match': '"x"' })).toMatchObject({ status: 412, headers: { 'Content-Length': '0' } });
  });
});
