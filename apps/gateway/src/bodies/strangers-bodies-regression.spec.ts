import type { CallContext } from '@holdfast/kernel';
import { LongParses } from './long-parses.js';

const long = 16_000;

/**
 * Each address of somebody without an account counted as much as a whole company. 257 of them, of one /48, took all
 * places in which long bodies wait, and those of all companies were 503.
 */
describe('long bodies of who has no account', () => {
  const by = (principal?: object, address?: string): CallContext =>
    ({ principal, address, deadline: Date.now() + 5_000 }) as unknown as CallContext;
  const account = (): CallContext =>
    by({ company: { uuid: 'acme' }, account: { uuid: 'bob', type: 'user' } });
  const busy = (ms: number): void => {
    for (const end = performance.now() + ms; performance.now() < end;);
  };
  let isOver = false;
  let floods: Promise<void>[] = [];
  afterEach(async () => {
    isOver = true;
    await Promise.all(floods);
    isOver = false;
    floods = [];
  });
  /** One body of each of so many addresses, which take so long (ms); those are counted that have been parsed. */
  const flood = (parses: LongParses, addresses: number, ms: number): { parsed: number } => {
    const seen = { parsed: 0 };
    const parse = (): void => {
      if (!isOver) busy(ms);
      seen.parsed += 1;
    };
    for (let n = 0; n < addresses; n += 1) {
      const stranger = by(undefined, `2001:db8:7:${n.toString(16)}::1`);
      floods.push(parses.run(stranger, long, parse).catch(() => undefined));
    }
    return seen;
  };

  it.each([100, 257, 600])('keep no account waiting, of %d addresses', async (addresses) => {
    const parses = new LongParses();
    const seen = flood(parses, addresses, 1);
    expect(await parses.run(account(), long, () => seen.parsed)).toBeLessThanOrEqual(3);
    expect(await parses.run(account(), long, () => seen.parsed)).toBeLessThanOrEqual(6);
  });

  it('have a small part of the time', async () => {
    const parses = new LongParses();
    const seen = flood(parses, 200, 5);
    const mine = 50;
    for (let n = 0; n < mine; n += 1) await parses.run(account(), long, () => busy(5));
    expect(seen.parsed).toBeGreaterThan(0);
    expect(seen.parsed).toBeLessThan(mine);
  });

  it('go before those of a network that has very many', async () => {
    const parses = new LongParses();
    const seen = flood(parses, 600, 1);
    expect(await parses.run(by(undefined, '192.0.2.7'), long, () => seen.parsed)).toBeLessThanOrEqual(3);
  });
});
