import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SigningKey } from './signing-key.js';
import { keygenIn } from './ssh-keygen.fixture.js';
import { lookAtSignature, sshSignature } from './ssh-signature.js';

const content = Buffer.from('tree 1\n\nwhat is signed\n');

/** The program that writes and checks such signatures. */
describe('signatures of ssh-keygen', () => {
  let directory: string;
  beforeAll(() => (directory = mkdtempSync(join(tmpdir(), 'holdfast-signatures-'))));
  afterAll(() => rmSync(directory, { recursive: true }));

  const keygen = (args: string[], input?: Buffer): string => keygenIn(directory, args, input);
  const keyOf = (name: string, ...options: string[]): string => {
    keygen(['-q', '-t', name, ...options, '-N', '', '-C', 'me', '-f', name + options.join('')]);
    return name + options.join('');
  };
  const signed = (key: string, namespace = 'git', hash = 'sha512'): string =>
    keygen(['-Y', 'sign', '-n', namespace, '-O', `hashalg=${hash}`, '-f', key], content);
  const printed = (key: string): string => keygen(['-l', '-f', `${key}.pub`]).split(' ')[1];

  it.each([
    ['ed25519', []],
    ['ecdsa', ['-b', '256']],
    ['ecdsa', ['-b', '384']],
    ['ecdsa', ['-b', '521']],
    ['rsa', ['-b', '2048']],
  ])('are right: %s %j', async (name, options) => {
    const key = keyOf(name, ...options);
    for (const hash of ['sha256', 'sha512'])
      expect(await lookAtSignature(signed(key, 'git', hash), content, 'git')).toEqual({
        fingerprint: printed(key),
        isRight: true,
      });
    const text = signed(key);
    expect(await lookAtSignature(text, Buffer.from('another'), 'git')).toMatchObject({ isRight: false });
    expect(await lookAtSignature(signed(key, 'file'), content, 'git')).toMatchObject({ isRight: false });
  });

  it('are written by ours so that the program takes them', async () => {
    const name = keyOf('ed25519', '-a', '1');
    const key = SigningKey.from(readFileSync(join(directory, name), 'utf8'));
    const text = sshSignature(key, content, 'git');
    expect(key.fingerprint).toBe(printed(name));
    expect(await lookAtSignature(text, content, 'git')).toEqual({
      fingerprint: printed(name),
      isRight: true,
    });
    writeFileSync(join(directory, 'signature'), text);
    writeFileSync(join(directory, 'signers'), `me ${readFileSync(join(directory, `${name}.pub`), 'utf8')}`);
    const check = ['-Y', 'verify', '-n', 'git', '-I', 'me', '-f', 'signers', '-s', 'signature'];
    expect(keygen(check, content)).toContain('Good "git" signature');
    expect(text).toBe(signed(name));
  });

  it('are made by a key of Ed25519 without a passphrase only', () => {
    const read = (name: string) => () => SigningKey.from(readFileSync(join(directory, name), 'utf8'));
    expect(read(keyOf('ecdsa', '-b', '256', '-a', '1'))).toThrow('no private key of Ed25519');
    keygen(['-q', '-t', 'ed25519', '-N', 'secret', '-f', 'closed']);
    expect(read('closed')).toThrow('has a passphrase');
    expect(read('closed.pub')).toThrow('no private key of OpenSSH');
  });

  it.each([
    ['nothing', ''],
    ['OpenPGP', '-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n'],
    ['another thing inside', '-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n'],
  ])('are none: %s', async (_, text) => {
    expect(await lookAtSignature(text, content, 'git')).toBeUndefined();
  });

  it('are none where they are cut or something follows', async () => {
    const [first, ...lines] = signed(keyOf('ed25519', '-a', '2'))
      .trim()
      .split('\n');
    const bytes = Buffer.from(lines.slice(0, -1).join(''), 'base64');
    const around = (changed: Buffer): string =>
      [first, changed.toString('base64'), lines[lines.length - 1], ''].join('\n');
    expect(await lookAtSignature(around(bytes), content, 'git')).toMatchObject({ isRight: true });
    for (let length = 0; length < bytes.length; length += 1)
      expect(await lookAtSignature(around(bytes.subarray(0, length)), content, 'git')).toBeUndefined();
    expect(await lookAtSignature(around(Buffer.concat([bytes, bytes])), content, 'git')).toBeUndefined();
  });
});
