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
    { 'x-checksum-sha1': 'short' },
    { 'content-digest': 'sha-256=:AAAA:' },
    { 'content-digest': 'a'.repeat(1025) },
    { 'x-checksum-sha256': sha256.replace('e3', 'ff'), 'content-digest': `sha-256=:${base64}:` },
  ])('are malformed in %j', (headers) => expect(expectedDigests(headers)).toBe('malformed'));

  it('are compared with those of the bytes', () => {
    const actual = { md5: 'a', sha1: 'b', sha256: 'c', sha512: 'd' };
    expect(firstMismatch({}, actual)).toBeUndefined();
    expect(firstMismatch({ sha1: 'b', sha512: 'x' }, actual)).toBe('sha512');
  });
});
