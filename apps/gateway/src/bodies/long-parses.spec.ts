import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@holdfast/kernel';
import { LongParses } from './long-parses.js';

const long = 100_000;

describe('the parsing of long bodies', () => {
  const ctx = (account: string, left = 5_000) =>
    ({
      principal: { company: { uuid: 'acme' }, account: { uuid: account } },
      deadline: Date.now() + left,
    }) as unknown as CallContext;
  const busy = (ms: number): void => {
    for (const end = performance.now() + ms; performance.now() < end;);
  };

  it('is done at once where they are short', async () => {
    const parses = new LongParses();
    void parses.run(ctx('ann'), long, () => busy(20));
    let done = false;
    void parses.run(ctx('ann'), 1_000, () => (done = true));
    await Promise.resolve();
    expect(done).toBe(true);
  });

  it('is done in turns by account, and leaves the loop to others between them', async () => {
    const parses = new LongParses();
    const order: string[] = [];
    const parsed = (account: string) => parses.run(ctx(account), long, () => (busy(10), order.push(account)));
    const all = [...Array.from({ length: 5 }, () => parsed('ann')), parsed('bob')];
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 1);
    await Promise.all(all);
    clearInterval(ticking);
    expect(order.indexOf('bob')).toBeLessThanOrEqual(1);
    expect(order).toHaveLength(6);
    // Without a pause there would be one between two of them.
    expect(ticks).toBeGreaterThan(15);
  });

  // 65 KB of a login, parsed before anybody asks whether one more may be tried, took the loop more than 1 ms each; and
  // so did 16 KB of an account.
  it('is done in turns where somebody says more than a login has, with an account or without', async () => {
    const parses = new LongParses();
    const stranger = { address: '192.0.2.1', deadline: Date.now() + 5_000 } as CallContext;
    const parsed = (caller: CallContext, size: number): Promise<string> =>
      parses.run(caller, size, () => (busy(10), 'parsed'));
    let done = false;
    const waits = [parsed(stranger, 5_000), parsed(stranger, 5_000).then(() => (done = true))];
    const others = parsed(ctx('ann'), 5_000).then(() => (done = true));
    expect(await parsed(ctx('ann'), 4_000)).toBe('parsed');
    expect(await parsed(stranger, 4_000)).toBe('parsed');
    expect(done).toBe(false);
    await Promise.all([...waits, others]);
  });

  it('is told as it fails, and that no turn came', async () => {
    const parses = new LongParses();
    const fails = parses.run(ctx('ann'), long, () => {
      busy(50);
      throw new Error('malformed');
    });
    const late = parses.run(ctx('ann', 20), long, () => 1);
    late.catch(() => undefined);
    await expect(fails).rejects.toThrow('malformed');
    await expect(late).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfter: 1 } });
    await sleep(200);
    expect(await parses.run(ctx('ann'), long, () => 1)).toBe(1);
  });
});
