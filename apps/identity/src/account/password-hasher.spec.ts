import type { CallContext } from '@holdfast/kernel';
import { HashTurns } from './hash-turns.js';
import { PasswordHasher } from './password-hasher.js';

describe('passwords', () => {
  const passwords = new PasswordHasher(new HashTurns());
  const ctx = () => ({ requestId: 'test', deadline: Date.now() + 20_000 });

  it('are kept as argon2id with at least 19 MiB', async () => {
    const stored = await passwords.hash(ctx(), 'Secret123');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(stored, 'Secret123')).toBe(true);
    expect(await passwords.verify(stored, 'secret123')).toBe(false);
  });

  it('of nobody match nothing, and take as long', async () => {
    await passwords.verify(undefined, 'warm');
    const before = performance.now();
    expect(await passwords.verify(undefined, 'no password has this hash')).toBe(false);
    expect(performance.now() - before).toBeGreaterThan(10);
  });

  it('of one who sets many delay nobody else', async () => {
    const by = (uuid: string) =>
      ({ ...ctx(), principal: { company: { uuid: 'acme' }, account: { uuid } } }) as CallContext;
    const flood = Promise.allSettled(
      Array.from({ length: 200 }, () => passwords.hash({ ...by('many'), deadline: Date.now() + 2_000 }, 'a')),
    );
    let ended = false;
    void flood.then(() => (ended = true));
    expect(await passwords.hash(by('one'), 'Secret123')).toMatch(/^\$argon2id/);
    expect(ended).toBe(false);
    const refused = (await flood).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(98);
  });

  it('leave the event loop free', async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await Promise.all([1, 2, 3, 4].map(() => passwords.hash(ctx(), 'Secret123')));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });
});
