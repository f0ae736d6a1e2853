import { hasBrokenExternal } from './external-lines.js';

// What the stock client 1.14 says of each when it is set.
describe('a line of svn:externals', () => {
  it.each([
    '',
    ' # garbage\n\t\n#',
    '^/trunk a',
    'a http://x/svn',
    'a/b -r5 http://x/svn',
    'a -r 5 ^/trunk',
    '-r5 //x/svn ./a//b/',
    '-r "5" ../x@HEAD a\n\n/svn/x@r7 b',
    '-rr{2020-02-29} ^/x@{20200101T0102+0100} a',
    String.raw`-r {2020-01-01\ 10:00:59,5\ +0100} ^/x a`,
    String.raw`-r{3\ days\ ago} ^/x@ "a b"`,
    String.raw`-r {twelve\ mins\ ago} ^/x@@{12:30} a\ b`,
    'http://x/@%7B2020-01-01T10:00Z%7D a@b',
    "^/x@5@6 'a'\v",
    '"" a',
    '" "a',
    'http://u:p@x:81/@5 a',
    'http://[::1]:81/x a',
    'https://[::1] a',
    'http://x:80/y ...',
    'HTTP://x:80 a',
    'foo://x:080/ a',
    'file:///x a',
    'a ^/x@garbage',
  ])('is no fault: %j', async (said) => expect(await hasBrokenExternal(said)).toBe(false));

  it.each([
    'garbage',
    '#\n^/trunk a\ngarbage',
    'a b c',
    '-r5 ^/x a b c d',
    '"^/trunk a',
    '^/trunk ../a',
    '^/trunk a/..',
    '^/trunk /a',
    '^/trunk ./.',
    "^/trunk ''",
    'http://x http://y',
    '-r5 a http://x',
    'http://x -r5 a',
    '-r a',
    '-r 5 a',
    '-rHEAD ^/x a',
    '-r5:6 ^/x a',
    '-r{2021-02-29} ^/x a',
    '-r{1900-02-29} ^/x a',
    '-r{1969-12-31} ^/x a',
    '-r{2020-13-01} ^/x a',
    '-r{2020-04-31} ^/x a',
    '-r{24:00} ^/x a',
    '-r{2020-01-01T10:00+01:60} ^/x a',
    String.raw`-r{3\ days} ^/x a`,
    String.raw`-r{3\ days\ ago\ ago} ^/x a`,
    String.raw`-r{three\ constructors\ ago} ^/x a`,
    String.raw`-r{-3\ days\ ago} ^/x a`,
    String.raw`-r{3000\ years\ ago} ^/x a`,
    '^/x@garbage a',
    'http://x/@%7Bgarbage%7D a',
    'http://x@garbage a',
  ])('is one that clients cannot read: %j', async (said) => expect(await hasBrokenExternal(said)).toBe(true));

  // They are written into what clients know of their working copy.
  it.each([
    '^/x .svn',
    '^/x .svn/wc.db-wal',
    '-r5 ^/x a/.svn/b',
    '.SVN http://x/y',
    '^/x ./.svn./a',
    String.raw`^/x a\\.svn\\b`,
    '^/x "a/SVN~1/b"',
  ])('is one that leads into a .svn: %j', async (said) => expect(await hasBrokenExternal(said)).toBe(true));

  // They are taken by clients when they are set; those who check them out end in an assertion, or have no room.
  it.each([
    'http://[ a',
    'a http://[::1/x',
    'http://[::1%25eth0]/x a',
    'http://[::1]./ a',
    'foo://[x] a',
    '//[ a',
    'http://u:p@x:080/@5 a',
    'http://x:080/ a',
    'a HTTPS://x:0443/y',
    'svn://x:80:3690 a\nsvn://x:3690: b',
    'http://x:18446744073709551696/ a',
    'http://[::1]:080 a',
  ])('is one by which clients end themselves: %j', async (said) =>
    expect(await hasBrokenExternal(said)).toBe(true),
  );

  it('has no longer path than a working copy has room for', async () => {
    expect(await hasBrokenExternal(`^/x ${'a/'.repeat(1_750)}`)).toBe(false);
    expect(await hasBrokenExternal(`^/x ${'a/'.repeat(2_000)}`)).toBe(true);
    expect(await hasBrokenExternal(`#${' '.repeat(70_000)}`)).toBe(false);
    expect(await hasBrokenExternal(`^/x ${' '.repeat(70_000)} a`)).toBe(true);
  });

  it('is looked at in no time, whatever it has', async () => {
    const most = 2 << 20;
    for (const said of [
      `a${' '.repeat(most)}b`,
      `http://x:${'9'.repeat(most)}/ a`,
      `^/x@${'@'.repeat(most)} a`,
    ])
      expect(await hasBrokenExternal(said)).toBe(true);
  }, 5_000);
});
