import { randomBytes } from 'node:crypto';
import { SealedSecrets } from './sealed-secrets.js';

describe('sealed secrets', () => {
  const [one, two] = [randomBytes(32), randomBytes(32)];
  const secrets = new SealedSecrets([one]);

  it('open with the key and for the purpose for which they were sealed, and look different each time', () => {
    const sealed = secrets.seal('pässword', 'repository 1');
    expect(secrets.open(sealed, 'repository 1')).toBe('pässword');
    expect(secrets.open(sealed, 'repository 2')).toBeUndefined();
    expect(new SealedSecrets([two]).open(sealed, 'repository 1')).toBeUndefined();
    expect(secrets.seal('pässword', 'repository 1')).not.toBe(sealed);
    expect(sealed).not.toContain('pässword');
  });

  it('open after a new key has come before theirs', () => {
    const sealed = secrets.seal('a', 'b');
    const rotated = new SealedSecrets([two, one]);
    expect(rotated.open(sealed, 'b')).toBe('a');
    expect(secrets.open(rotated.seal('a', 'b'), 'b')).toBeUndefined();
  });

  it.each(['', 'v1', 'v1..', 'v2.a.b', 'nonsense', 'v1.00000000.AAAA'])(
    'do not open where %j stands',
    (sealed) => {
      expect(secrets.open(sealed, 'b')).toBeUndefined();
    },
  );

  it('do not open where a byte is another', () => {
    const sealed = secrets.seal('a text', 'b');
    const at = sealed.lastIndexOf('.') + 20;
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(secrets.open(sealed.slice(0, at) + other + sealed.slice(at + 1), 'b')).toBeUndefined();
  });
});
