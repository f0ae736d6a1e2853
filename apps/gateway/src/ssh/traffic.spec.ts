import type { SshKeyHolder } from '@holdfast/contracts';
import { Traffic, TrafficBuckets } from './traffic.js';

const holder = (share: string, company = 'acme'): SshKeyHolder => ({
  company: { uuid: company, id: company },
  account: { uuid: share, id: share },
  share,
});
const KiB = 1 << 10;
const MiB = 1 << 20;

describe('the traffic of a connection', () => {
  let now = 0;
  const clock = (): number => now;
  let buckets: TrafficBuckets;
  beforeEach(() => {
    now = 0;
    buckets = new TrafficBuckets();
  });

  const connection = (...holders: SshKeyHolder[]): Traffic => {
    const traffic = new Traffic(buckets, '192.0.2.1', clock);
    if (holders.length > 0) traffic.countFor(holders);
    return traffic;
  };
  /** Sends it in pieces until it is sent away; answers what was read. */
  const read = (traffic: Traffic, bytes: number): number => {
    for (let taken = 16 * KiB; taken <= bytes; taken += 16 * KiB)
      if (!traffic.took(16 * KiB, 0)) return taken;
    return bytes;
  };

  it('is little before the login', () => {
    expect(read(connection(), 64 * KiB)).toBe(64 * KiB);
    expect(read(connection(), MiB)).toBe(80 * KiB);
  });

  it('may be a burst, then so much a second', () => {
    const traffic = connection(holder('ann'));
    expect(read(traffic, MiB)).toBe(MiB);
    now += 10_000;
    expect(read(traffic, 640 * KiB)).toBe(640 * KiB);
    expect(read(traffic, MiB)).toBeLessThan(64 * KiB);
  });

  it('has no end for who sends data, or gets them', () => {
    const [pushing, fetching] = [connection(holder('ann')), connection(holder('amy'))];
    let written = 0;
    let isOpen = true;
    for (let count = 0; isOpen && count < 10_000; count += 1) {
      // A packet of data in two pieces, the second one with its end.
      isOpen &&= pushing.took(30 * KiB, 0);
      pushing.came(32 * KiB);
      isOpen &&= pushing.took(2 * KiB + 60, 0);
      // "There is room again", for each 4 KiB.
      isOpen &&= fetching.took(64, (written += 4 * KiB));
    }
    expect(isOpen).toBe(true);
    expect([pushing.wait(), fetching.wait()]).toEqual([0, 0]);
  });

  it('is nothing else for data in the smallest packets', () => {
    const traffic = connection(holder('ann'));
    let isOpen = true;
    let packets = 0;
    for (; isOpen && packets < 100_000; packets += 1) {
      traffic.came(1);
      isOpen = traffic.took(36, 0);
    }
    expect(packets).toBeLessThan(35_000);
  });

  /** How many connections send all that they may before the next one waits. */
  const untilWaiting = (next: (count: number) => Traffic): number => {
    for (let count = 0; count < 1_000; count += 1) {
      if (next(count).wait() > 0) return count;
      read(next(count), MiB);
    }
    return Infinity;
  };

  it('waits for what others of the address, the account and the company have sent', () => {
    expect(untilWaiting(() => connection())).toBe(52);
    expect(untilWaiting(() => connection(holder('ann')))).toBe(3);
    expect(untilWaiting((count) => connection(holder(`account-${count}`)))).toBe(6);
    now += 1_000_000;
    expect(connection(holder('ann')).wait()).toBe(0);
  });

  it('does not wait for what somebody else does who has stored the same key', () => {
    untilWaiting(() => connection(holder('mallory', 'evil')));
    expect(connection(holder('mallory', 'evil')).wait()).toBeGreaterThan(0);
    expect(connection(holder('mallory', 'evil'), holder('ann')).wait()).toBe(0);
  });
});
