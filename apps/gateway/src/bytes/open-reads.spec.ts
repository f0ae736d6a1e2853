import { jest } from '@jest/globals';
import { accessChanged } from '@holdfast/contracts';
import type { CallContext, Principal } from '@holdfast/kernel';
import { Hearing } from '@holdfast/platform/rpc';
import type { Exchange } from './exchange.js';
import { OpenReads } from './open-reads.js';
import { notFound, Refusal } from './refusal.js';

describe('reads that go on while something changes', () => {
  let hearing: Hearing;
  let reads: OpenReads;
  let number: number;
  const never = new Promise<never>(() => undefined);
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
  const changed = async (...accounts: string[]): Promise<void> => {
    number += 1;
    const event = { company: 'acme', accounts };
    hearing.hear(accessChanged, { process: 'other', number, event }, 0);
    await soon();
  };
  beforeEach(() => {
    hearing = new Hearing();
    number = 0;
    hearing.hear('pulse', { process: 'other', number: 0 }, 0);
    reads = new OpenReads({ hears: () => hearing });
  });

  /** Says what became of it, and lets it end. */
  const read = (account: string, again: () => Promise<unknown>) => {
    let end = (): void => undefined;
    const sent = new Promise<void>((resolve) => (end = resolve));
    const seen = { broken: false, end };
    const exchange = { breakOff: () => (seen.broken = true) } as unknown as Exchange;
    const principal = { company: { uuid: 'acme' }, account: { uuid: account } } as Principal;
    const ctx = { requestId: 'r', admitted: Date.now() + 1, principal } as CallContext;
    void reads.during({ exchange, ctx, again }, () => sent);
    return seen;
  };

  it('are judged where it concerns them', async () => {
    let asked = 0;
    const again = (): Promise<void> => {
      asked += 1;
      return Promise.reject(notFound());
    };
    const [own, other] = [read('ann', again), read('bob', again)];
    await changed('ann');
    expect([own.broken, other.broken, asked]).toEqual([true, false, 1]);
  });

  it('do not wait for the judgement of others', async () => {
    read('ann', () => never);
    const other = read('bob', () => Promise.reject(notFound()));
    await changed('ann', 'bob');
    expect(other.broken).toBe(true);
  });

  it('are judged once at a time, and once more for all that was told meanwhile', async () => {
    const waiting: (() => void)[] = [];
    read('ann', () => new Promise<void>((resolve) => waiting.push(resolve)));
    await changed('ann');
    await changed('ann');
    await changed('ann');
    expect(waiting.length).toBe(1);
    waiting[0]();
    await soon();
    expect(waiting.length).toBe(2);
    waiting[1]();
    await soon();
    expect(waiting.length).toBe(2);
  });

  it('are judged again where nobody could say it', async () => {
    let asked = 0;
    const own = read('ann', () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Refusal(503, 'nobody can say it')) : Promise.resolve();
    });
    await changed('ann');
    while (asked < 2) await soon();
    await soon();
    expect(own.broken).toBe(false);
  });

  it('end where nobody could say it for a minute', async () => {
    let asked = 0;
    const own = read('ann', () => {
      asked += 1;
      return Promise.reject(new Refusal(503, 'nobody can say it'));
    });
    await changed('ann');
    expect(own.broken).toBe(false);
    const now = performance.now() + 60_001;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
    while (asked < 2) await soon();
    await soon();
    clock.mockRestore();
    expect(own.broken).toBe(true);
  });

  it('are not judged when they are over', async () => {
    const own = read('ann', () => Promise.reject(notFound()));
    own.end();
    await soon();
    await changed('ann');
    expect(own.broken).toBe(false);
  });
});
