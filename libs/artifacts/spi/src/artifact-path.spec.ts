import { ancestorsOf, directoryOf, encodePath, nameOf, parseArtifactPath } from './artifact-path.js';

const parsed = (raw: string) => parseArtifactPath(raw);
const value = (raw: string) => {
  const path = parseArtifactPath(raw);
  return 'refused' in path ? undefined : path.value;
};

describe('the path below a repository', () => {
  it('is the root without and with a slash', () => {
    expect(parsed('')).toEqual({ value: '', directory: false });
    expect(parsed('/')).toEqual({ value: '', directory: true });
  });

  it('keeps ordinary names as they are', () => {
    expect(parsed('/com/acme/a/1.0/a-1.0.jar')).toEqual({
      value: 'com/acme/a/1.0/a-1.0.jar',
      directory: false,
    });
    expect(parsed('/a/b/')).toEqual({ value: 'a/b', directory: true });
    for (const name of [
      '...',
      '.hidden',
      '~',
      'a b',
      'CON',
      'a:b',
      '-rf',
      'a?b',
      'a#b',
      'a&b',
      '<b>',
      "'",
      '"',
      '*',
    ])
      expect(value(`/${encodeURIComponent(name)}`)).toBe(name);
  });

  it('is decoded once, and a plus is a plus', () => {
    expect(value('/1.0%2520sp')).toBe('1.0%20sp');
    expect(value('/1.0+2')).toBe('1.0+2');
    expect(value('/1.0%2B2%2b3')).toBe('1.0+2+3');
    expect(value('/%C3%A9%E2%82%AC')).toBe('é€');
    expect(value('/\u00c3\u00a9')).toBe('é');
    expect(value('/%EF%BB%BFa')).toBe('\ufeffa');
  });

  it.each([
    ['an encoded slash', '/a%2fb'],
    ['an encoded slash in upper case', '/a%2Fb'],
    ['a backslash', '/a\\b'],
    ['an encoded backslash', '/a%5Cb'],
    ['an empty segment', '/a//b'],
    ['an empty first segment', '//a'],
    ['two slashes at the end', '/a//'],
    ['a dot segment', '/a/./b'],
    ['a dot-dot segment', '/a/../b'],
    ['an encoded dot-dot segment', '/a/%2e%2E/b'],
    ['a dot-dot directory at the end', '/a/../'],
    ['NUL', '/a%00'],
    ['a newline', '/a%0Ab'],
    ['DEL', '/a%7f'],
    ['a C1 control character', '/a%C2%85b'],
    ['a malformed escape', '/a%zz'],
    ['a cut escape', '/a%2'],
    ['a lone percent sign', '/100%'],
    ['Latin-1', '/caf%E9'],
    ['an over-long form', '/%C0%AE%C0%AE/a'],
    ['a surrogate', '/%ED%A0%80'],
    ['a text instead of bytes', '/€'],
    ['a component of 256 bytes', `/a/${'x'.repeat(256)}`],
    ['a component of 256 bytes in 128 characters', `/${'%C3%A9'.repeat(128)}`],
    ['a path of 4097 bytes', `/${`${'x'.repeat(255)}/`.repeat(16)}y`],
  ])('refuses %s with one ASCII line', (_, raw) => {
    const path = parsed(raw);
    expect('refused' in path && path.refused).toMatch(/^[ -~]+$/);
  });

  it.each([
    ['a', 'path does not begin with a slash'],
    ['abc%zz', 'path does not begin with a slash'],
    ['/a%zz', 'path has a malformed percent escape'],
    ['/a%z0', 'path has a malformed percent escape'],
    ['/a%0z', 'path has a malformed percent escape'],
    ['/a%6!', 'path has a malformed percent escape'],
    ['/a%/6', 'path has a malformed percent escape'],
    ['/a%6\u0015', 'path has a malformed percent escape'],
    ['/a%2', 'path has a malformed percent escape'],
    ['/100%', 'path has a malformed percent escape'],
    ['/a%0Ab', 'path has a control character'],
    ['/a%00', 'path has a control character'],
    ['/\u0141', 'path is not UTF-8'],
    ['/\u2061', 'path is not UTF-8'],
    ['/\u00ff', 'path is not UTF-8'],
  ])('says of %j why it is none', (raw, refused) => expect(parsed(raw)).toEqual({ refused }));

  it('may have what comes right after the control characters', () => {
    expect(value('/a%C2%A0b')).toBe('a\u00a0b');
  });

  it('takes components of 255 and paths of 4096 bytes', () => {
    expect(value(`/${'x'.repeat(255)}`)).toHaveLength(255);
    expect(value(`/${`${'x'.repeat(255)}/`.repeat(16)}`)).toHaveLength(4095);
    expect(value(`/${`${'x'.repeat(255)}/`.repeat(15)}${'x'.repeat(254)}/y/`)).toHaveLength(4096);
  });

  it('knows its directory, its name and all directories above it', () => {
    expect([directoryOf('a/b/c'), nameOf('a/b/c'), directoryOf('c'), nameOf('c')]).toEqual([
      'a/b',
      'c',
      '',
      'c',
    ]);
    expect(ancestorsOf('a/b/c')).toEqual(['a', 'a/b']);
    expect(ancestorsOf('c')).toEqual([]);
  });

  it('is written into an address in a way that reads back the same', () => {
    const odd = 'a+b/c d%20/é&<"#?';
    expect(value(`/${encodePath(odd)}`)).toBe(odd);
  });
});
