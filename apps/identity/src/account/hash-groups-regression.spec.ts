import { addressBlock, addressNetwork, type CallContext } from '@holdfast/kernel';
import { HashTurns } from './hash-turns.js';
import { PasswordHasher } from './password-hasher.js';

// Turns went between /64s and between accounts, so whoever had hundreds of them kept everybody from logging in: a /48,
// which one customer gets, has 65,536 of them, and a company has as many accounts as it likes.
describe('turns at hashing, where somebody has very many addresses or accounts', () => {
  const wait = 60_000;
  const someone = (turns: HashTurns, work: () => Promise<void>): Promise<void> =>
    turns.run({ group: '192.0.2.7', party: '192.0.2.7', alone: 'someone', wait }, work);

  it.each([
    ['IPv6', (n: number) => `2001:db8:7:${n.toString(16)}::1`],
    ['IPv4', (n: number) => `198.51.100.${n % 256}`],
  ])('let somebody from elsewhere in after one of a network of %s', async (_, addressOf) => {
    const turns = new HashTurns();
    let begun = 0;
    const soon = (): Promise<void> => new Promise((end) => setImmediate(end));
    const flood = Array.from({ length: 500 }, (_, n) => {
      const address = addressOf(n);
      const [group, party] = [addressNetwork(address), addressBlock(address)];
      return turns.run({ group, party, alone: party, wait }, () => ((begun += 1), soon()));
    });
    let before = 0;
    await someone(turns, () => ((before = begun), soon()));
    expect(before).toBeLessThanOrEqual(3);
    await Promise.all(flood);
    expect(begun).toBe(500);
  });

  it('let somebody log in after one of a company whose accounts all set passwords', async () => {
    const turns = new HashTurns();
    const passwords = new PasswordHasher(turns);
    let done = 0;
    const set = async (n: number): Promise<void> => {
      const principal = { company: { uuid: 'acme' }, account: { uuid: `account ${n}` } };
      await passwords.hash({ principal, deadline: Date.now() + wait } as CallContext, 'Secret123');
      done += 1;
    };
    // On a busy machine the last of them wait too long.
    const flood = Promise.allSettled(Array.from({ length: 40 }, (_, n) => set(n)));
    let before = 0;
    await someone(turns, () => ((before = done), Promise.resolve()));
    expect(before).toBeLessThanOrEqual(3);
    await flood;
  });
});
