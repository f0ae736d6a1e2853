import { jest } from '@jest/globals';
import { Lease, LeasesInUse, NoRoom } from './lease.js';
import { leaseStep, type Wanted } from './lease.rules.js';

describe('a lease', () => {
  const asked: Wanted[] = [];
  const keeper = {
    hold: (_lease: string, wanted: Wanted) => {
      asked.push(wanted);
      return Promise.resolve(wanted.hold);
    },
  };
  beforeEach(() => asked.splice(0));

  it('asks once for a body that is small', async () => {
    const lease = new Lease(keeper, 1000);
    await lease.open();
    for (const bytes of [100, 500, 1000]) await lease.reach(bytes);
    expect(asked).toHaveLength(1);
  });

  it('asks again when what it holds does not reach', async () => {
    const lease = new Lease(keeper, leaseStep * 2);
    await lease.open();
    await lease.reach(1024 * 1024);
    expect(asked).toHaveLength(1);
    await lease.reach(1024 * 1024 + 1);
    await lease.reach(leaseStep);
    expect(asked).toHaveLength(2);
  });

  it('asks again for what it had room for, where that may have gone', async () => {
    const lease = new Lease(keeper);
    await lease.confirm();
    for (const bytes of [100, 50]) await lease.reach(bytes);
    await lease.confirm();
    expect(asked.map(({ fit }) => fit)).toEqual([1, 100]);
    const full = new Lease({ hold: ({ length }, { fit }) => Promise.reject(new NoRoom(`${fit} ${length}`)) });
    await expect(full.reach(100)).rejects.toThrow('100 36');
    await expect(full.confirm()).rejects.toThrow('1 36');
  });
});

describe('leases in use', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are renewed together until they are not in use', () => {
    const renewed: (readonly string[])[] = [];
    const inUse = new LeasesInUse({
      renew: (leases) => {
        renewed.push(leases);
        return Promise.reject(new Error('away'));
      },
    });
    inUse.add('a');
    inUse.add('b');
    jest.advanceTimersByTime(15_000);
    inUse.delete('a');
    jest.advanceTimersByTime(15_000);
    inUse.delete('b');
    jest.advanceTimersByTime(60_000);
    expect(renewed).toEqual([['a', 'b'], ['b']]);
  });
});
