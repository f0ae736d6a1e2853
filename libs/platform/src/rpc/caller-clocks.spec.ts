import { CallerClocks } from './caller-clocks.js';
import type { SentAt } from './wire.js';

describe('until when a call is waited for', () => {
  const minutes = 60_000;
  const here = 1_000 * minutes;
  let clocks: CallerClocks;

  beforeEach(() => (clocks = new CallerClocks()));

  /** A call that somebody waits for for 10 s, whose clock is so much ahead of ours, and that comes so late. */
  const comes = ({ ahead = 0, late = 0, at = 0, by = 'one' }): number => {
    const sent = { by, at: at - late + 77_777, left: 10_000 };
    const ctx = { requestId: 'r', deadline: here + at - late + ahead + 10_000 };
    return clocks.deadlineOf({ ctx, sent, input: {} }, here + at, at) - (here + at);
  };

  it('is what its caller says where the clocks agree, or where he says no more', () => {
    expect([comes({}), comes({ late: 300 }), comes({ ahead: -400 })]).toEqual([10_000, 9_700, 9_600]);
    const ctx = { requestId: 'r', deadline: 5 };
    expect(clocks.deadlineOf({ ctx, input: {} })).toBe(5);
  });

  // A caller of an earlier version says such ones of calls that have waited there.
  it('is in whole milliseconds, whatever is said', () => {
    const ctx = { requestId: 'r', deadline: here + 9_999.5 };
    const sent = { by: 'one', at: 77_777, left: 9_999.5 };
    const whole = here + 10_000;
    expect(clocks.deadlineOf({ ctx, sent, input: {} }, here, 0)).toBe(whole);
    expect(clocks.deadlineOf({ ctx, input: {} }, here, 0)).toBe(whole);
  });

  it.each([5 * minutes, -5 * minutes])('is as long by a clock that is %d ms off', (ahead) => {
    expect(comes({ ahead })).toBe(10_000);
    expect(comes({ ahead, late: 2_000, at: 1_000 })).toBe(8_000);
    expect(comes({ ahead, at: 1_500 })).toBe(10_000);
  });

  it.each([0, 5 * minutes, -5 * minutes])(
    'is over for what waited here, with %d ms between clocks',
    (ahead) => {
      comes({ ahead, at: 0 });
      for (const at of [20_000, 35_000, 50_000]) comes({ ahead, at });
      expect(comes({ ahead, late: 15_000, at: 70_000 })).toBe(-5_000);
    },
  );

  it.each([0, 5 * minutes])(
    'is over for all that waited while this process stood still for minutes, with %d ms between clocks',
    (ahead) => {
      comes({ ahead, at: 0 });
      const woken = 3 * minutes;
      expect([120_000, 60_000, 11_000, 9_000].map((late) => comes({ ahead, late, at: woken }))).toEqual([
        -110_000, -50_000, -1_000, 1_000,
      ]);
    },
  );

  it('is right again a minute after the machine of a caller whose clock is wrong stood still', () => {
    const ahead = 5 * minutes;
    comes({ ahead });
    const after = (at: number): number => comes({ ahead, late: 20_000, at });
    expect([after(40_000), after(75_000)]).toEqual([-10_000, 10_000]);
  });

  it('is as the clocks say that agree, after the one that is never set has stood still with its machine', () => {
    comes({});
    const sent = { by: 'one', at: 77_777, left: 10_000 };
    const ctx = { requestId: 'r', deadline: here + 20_000 + 10_000 };
    expect(clocks.deadlineOf({ ctx, sent, input: {} }, here + 20_000, 20_000)).toBe(here + 30_000);
  });

  it('is in whole milliseconds', () => {
    comes({ ahead: 5 * minutes });
    const sent = { by: 'one', at: 77_777, left: 10_000 };
    const ctx = { requestId: 'r', deadline: 0 };
    expect(clocks.deadlineOf({ ctx, sent, input: {} }, here, 0.48)).toBe(here + 10_000);
  });

  it('is what its caller says where he says a time that is none, which spoils nothing for later calls', () => {
    const ctx = { requestId: 'r', deadline: 5 };
    for (const wrong of [{ at: 'x' }, { left: null }, { at: Infinity }, { left: undefined }]) {
      const sent = { by: 'one', at: 0, left: 10_000, ...wrong } as SentAt;
      expect(clocks.deadlineOf({ ctx, sent, input: {} }, here, 0)).toBe(5);
    }
    expect(comes({ ahead: 5 * minutes })).toBe(10_000);
  });

  it('is known of a thousand processes, and of others anew', () => {
    comes({ ahead: 5 * minutes });
    for (let other = 0; other < 1_000; other += 1) comes({ by: `${other}` });
    expect(comes({ ahead: 5 * minutes, late: 2_000, at: 1 })).toBe(10_000);
  });

  it('is not what another process of another clock would make it', () => {
    comes({ ahead: 5 * minutes, by: 'one' });
    comes({ by: 'two', late: -9_000 });
    expect(comes({ ahead: 5 * minutes, late: 2_000, at: 1, by: 'one' })).toBe(8_000);
  });

  it('is anew after an hour, in which clocks may have gone apart', () => {
    comes({ ahead: 5 * minutes });
    expect(comes({ ahead: 5 * minutes, late: 20_000, at: 61 * minutes })).toBe(10_000);
  });
});
