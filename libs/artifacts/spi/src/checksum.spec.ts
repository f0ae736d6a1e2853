import { checksumOf, readChecksumFile } from './checksum.js';

const sha1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

describe('a checksum file', () => {
  it('is told by its name, and its own checksum is an ordinary file', () => {
    expect(checksumOf('g/a.jar.sha1')).toEqual({ file: 'g/a.jar', algorithm: 'sha1' });
    expect(checksumOf('a.sha512')).toEqual({ file: 'a', algorithm: 'sha512' });
    expect(checksumOf('a.jar.sha1.sha1')).toBeUndefined();
    expect(checksumOf('a.jar.sha1.sha1.md5')).toEqual({ file: 'a.jar.sha1.sha1', algorithm: 'md5' });
    expect(checksumOf('g/.sha1')).toBeUndefined();
    expect(checksumOf('.sha1')).toBeUndefined();
    expect(checksumOf('a.SHA1')).toBeUndefined();
    expect(checksumOf('g\n/a.sha1')).toEqual({ file: 'g\n/a', algorithm: 'sha1' });
    expect(checksumOf('/.sha1')).toBeUndefined();
    expect(checksumOf('a.sha1x')).toBeUndefined();
  });

  it.each([
    ['bare', sha1],
    ['in upper case', sha1.toUpperCase()],
    ['with a newline', `${sha1}\n`],
    ['as sha1sum writes it', `${sha1}  a-1.0.jar\n`],
    ['as sha1sum writes it for binary files', `${sha1} *a-1.0.jar\r\n`],
    ['as openssl writes it', `SHA1(a-1.0.jar)= ${sha1}\n`],
  ])('is read %s', (_, content) => expect(readChecksumFile(content, 'sha1')).toBe(sha1));

  it.each([
    '',
    'not hex',
    sha1.slice(1),
    `${sha1}0`,
    `${sha1}\n${sha1}\n`,
    'g'.repeat(40),
    `a-1.0.jar ${sha1}`,
    `${sha1.slice(1)}g`,
    `g${sha1.slice(1)}`,
    `SHA1(a-1.0.jar)= ${sha1.slice(1)}`,
    `SHA1(a-1.0.jar)= g${sha1.slice(1)}`,
  ])('is none when it holds %j', (content) => expect(readChecksumFile(content, 'sha1')).toBeUndefined());

  it('has the width of its algorithm', () => expect(readChecksumFile(sha1, 'md5')).toBeUndefined());
});
