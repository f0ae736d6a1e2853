import { checksumOf, readChecksumFile } from './checksum.js';

const SHA1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

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
    ['bare', SHA1],
    ['in upper case', SHA1.toUpperCase()],
    ['with a newline', `${SHA1}\n`],
    ['as sha1sum writes it', `${SHA1}  a-1.0.jar\n`],
    ['as sha1sum writes it for binary files', `${SHA1} *a-1.0.jar\r\n`],
    ['as openssl writes it', `SHA1(a-1.0.jar)= ${SHA1}\n`],
  ])('is read %s', (_, content) => expect(readChecksumFile(content, 'sha1')).toBe(SHA1));

  it.each([
    '',
    'not hex',
    SHA1.slice(1),
    `${SHA1}0`,
    `${SHA1}\n${SHA1}\n`,
    'g'.repeat(40),
    `a-1.0.jar ${SHA1}`,
    `${SHA1.slice(1)}g`,
    `g${SHA1.slice(1)}`,
    `SHA1(a-1.0.jar)= ${SHA1.slice(1)}`,
    `SHA1(a-1.0.jar)= g${SHA1.slice(1)}`,
  ])('is none when it holds %j', (content) => expect(readChecksumFile(content, 'sha1')).toBeUndefined());

  it('has the width of its algorithm', () => expect(readChecksumFile(SHA1, 'md5')).toBeUndefined());
});
