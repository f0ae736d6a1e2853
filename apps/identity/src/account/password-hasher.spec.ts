import { PasswordHasher } from './password-hasher.js';

const soon = (): number => Date.now() + 60_000;

describe('passwords', () => {
  const passwords = new PasswordHasher();

  it('are kept as argon2id with at least 19 MiB', async () => {
    const stored = await passwords.hash('Secret123');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(stored, 'Secret123', soon())).toBe(true);
    expect(await passwords.verify(stored, 'secret123', soon())).toBe(false);
  });

  it('of nobody match nothing, and take as long', async () => {
    await passwords.verify(undefined, 'warm', soon());
    const before = performance.now();
    expect(await passwords.verify(undefined, 'no password has this hash', soon())).toBe(false);
    expect(performance.now() - before).toBeGreaterThan(10);
  });

  it('are hashed two at a time, and none for somebody who does not wait any more', async () => {
    const late = Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        passwords
          .verify(null, 'x', index < 4 ? soon() : Date.now() - 1)
          .catch((error: Error) => error.message),
      ),
    );
    expect(await late).toEqual([
      false,
      false,
      false,
      false,
      'too many logins at once',
      'too many logins at once',
    ]);
  });

  it('leave the event loop free', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await Promise.all([1, 2, 3, 4].map(() => passwords.hash('Secret123')));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });
});
