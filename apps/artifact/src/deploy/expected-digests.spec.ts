import { expectedDigests, firstMismatch } from './expected-digests.js';

const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const base64 = Buffer.from(sha256, 'hex').toString('base64');

describe('the digests that a client declares', () => {
  it('are read from all headers that can hold them', () => {
    expect(expectedDigests({})).toEqual({});
    expect(expectedDigests({ 'x-checksum-sha256': ` ${sha256.toUpperCase()} ` })).toEqual({ sha256 });
    expect(expectedDigests({ 'content-digest': `sha-256=:${base64}:` })).toEqual({ sha256 });
    expect(expectedDigests({ 'repr-digest': `unknown=:AAAA:, sha-256=:${base64}:` })).toEqual({ sha256 });
  });

  it.each([
    { 'content-digest': `SHA-256=:${base64}:` },
    { 'content-digest': `\tsha-256=:${base64}:;q=1 ,\tadler=:AAAA:` },
    { 'content-digest': `note="a, sha-256=b", sha-256=:${base64}:` },
    { 'content-digest': `sha-256=:${base64.replace('=', '')}:` },
    { digest: `SHA-256=${base64}` },
    { digest: `unixsum=30637,sha-256=${base64}` },
  ])('are read as others write them, in %j', (headers) => {
    expect(expectedDigests(headers)).toEqual({ sha256 });
  });

  it.each(['sha-384=:AAAA:', 'sha256=AAAA', 'sha-256-x=1', '', ' , ', 'crc32c="x"'])(
    'are none in %j, of algorithms that nobody here knows',
    (field) => expect(expectedDigests({ 'content-digest': field, digest: field })).toEqual({}),
  );

  it('are read from MD5 in the header that has no other', () => {
    const md5 = 'd41d8cd98f00b204e9800998ecf8427e';
    const written = Buffer.from(md5, 'hex').toString('base64');
    expect(expectedDigests({ 'content-md5': written })).toEqual({ md5 });
    expect(expectedDigests({ 'content-md5': md5 })).toBe('malformed');
  });

  it.each([
    { 'x-checksum-sha1': 'short' },
    { 'content-digest': 'sha-256=:AAAA:' },
    { 'content-digest': 'a'.repeat(1025) },
    { digest: 'a'.repeat(1025) },
    { 'content-digest': `sha-256=:${base64}` },
    { 'content-digest': `sha-256=${base64}` },
    { 'content-digest': `sha-256="${base64}"` },
    { 'content-digest': `sha-256=${sha256}` },
    { 'content-digest': `sha-256 = :${base64}:` },
    { 'content-digest': `sha-256=:${base64}:x` },
    { 'content-digest': `sha-256=:${base64.slice(0, 8)} ${base64.slice(8)}:` },
    { 'repr-digest': 'x=1, SHA-512' },
    { 'repr-digest': 'md5;q=1' },
    { 'content-digest': `sha-256=:${base64}:, sha-256=:${base64.replace('4', '5')}:` },
    { digest: `sha-256=:${base64}:` },
    { digest: `sha-256=${sha256}` },
    { digest: 'SHA' },
    { digest: `sha-256=${base64.replace('4', '5')}`, 'content-digest': `sha-256=:${base64}:` },
    { 'content-md5': 'XrY7u+Ae7tCTyyK7j1rNww==, 1B2M2Y8AsgTpgAmY7PhCfg==' },
    { 'x-checksum-sha256': sha256.replace('e3', 'ff'), 'content-digest': `sha-256=:${base64}:` },
  ])('are malformed in %j', (headers) => expect(expectedDigests(headers)).toBe('malformed'));

  it('are compared with those of the bytes', () => {
    const actual = { md5: 'a', sha1: 'b', sha256: 'c', sha512: 'd' };
    expect(firstMismatch({}, actual)).toBeUndefined();
    expect(firstMismatch({ sha1: 'b', sha512: 'x' }, actual)).toBe('sha512');
  });
});
