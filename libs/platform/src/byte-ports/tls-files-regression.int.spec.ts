import { readFileSync } from 'node:fs';
import { ByteAuthority, replaceFiles } from '../testing/byte-authority.fixture.js';
import { TlsFiles } from './tls-files.js';

// A certificate with a key of another kind was taken, and no handshake succeeded from then on, without a word: so it
// was in the middle of each renewal from RSA to EC, and for good where one of the files was replaced alone.
describe('files of a certificate and a key of different kinds', () => {
  it.each([
    ['rsa', 'ec'],
    ['ec', 'rsa'],
  ] as const)('are not used while those of %s become those of %s', (from, to) => {
    const files = new ByteAuthority(from).issue('DNS:first');
    const renewed = new ByteAuthority(to).issue('DNS:renewed');
    const faults: unknown[] = [];
    let now = 0;
    const shown = new TlsFiles(
      files,
      {},
      (error) => faults.push(String(error)),
      () => (now += 1_000),
    );
    const before = shown.options;
    replaceFiles(files, { ...renewed, key: files.key });
    expect([shown.options, shown.options]).toEqual([before, before]);
    expect(faults).toEqual(['Error: the key is not that of the certificate']);
    replaceFiles(files, renewed);
    expect(shown.options.cert).toEqual(readFileSync(renewed.cert));
    expect(faults).toHaveLength(1);
  });

  it('are refused at the start', () => {
    const { cert, ca } = new ByteAuthority('ec').issue('DNS:ec');
    const { key } = new ByteAuthority('rsa').issue('DNS:rsa');
    const start = () => new TlsFiles({ cert, key, ca }, {}, () => undefined);
    expect(start).toThrow('the key is not that of the certificate');
  });
});
