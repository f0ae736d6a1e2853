import {
  keyCredential,
  passwordCredential,
  sessionOf,
  sshKeyCredential,
  sshKeyOf,
} from './credential.rules.js';

describe('what somebody came with', () => {
  const account = {
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
    emailKey: 'ada@example.com',
  };

  it('leads back to the session of a key', () => {
    const session = '0190a000-0000-7000-8000-000000000001';
    expect(sessionOf(keyCredential(session))).toBe(session);
    expect(sessionOf(passwordCredential(account))).toBeUndefined();
    expect(sessionOf('key:')).toBeUndefined();
    expect(sessionOf(`x${keyCredential(session)}`)).toBeUndefined();
    expect(sessionOf(`${keyCredential(session)}0`)).toBeUndefined();
  });

  it('leads back to an SSH key', () => {
    const key = '0190a000-0000-7000-8000-000000000001';
    expect(sshKeyOf(sshKeyCredential(key))).toBe(key);
    expect(sshKeyOf(keyCredential(key))).toBeUndefined();
    expect(sessionOf(sshKeyCredential(key))).toBeUndefined();
    expect(sshKeyOf(`${sshKeyCredential(key)}0`)).toBeUndefined();
    expect(sshKeyOf(`x${sshKeyCredential(key)}`)).toBeUndefined();
  });

  it('is another after a change of the password or the address, and shows neither', () => {
    const credential = passwordCredential(account);
    expect(credential).toMatch(/^password:[0-9a-f]{64}$/);
    expect(passwordCredential({ ...account })).toBe(credential);
    expect(passwordCredential({ ...account, passwordHash: null })).not.toBe(credential);
    expect(passwordCredential({ ...account, emailKey: 'ada@example.org' })).not.toBe(credential);
  });
});
