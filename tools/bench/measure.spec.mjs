import { judge, measure, median, mediansByName, percentile } from './measure.mjs';

describe('the median', () => {
  it('is the middle one of an odd number of values, whatever their order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('is the mean of the two middle ones of an even number, compared as numbers', () => {
    expect(median([100, 9, 20, 1])).toBe(14.5);
  });
});

describe('a percentile', () => {
  it('is the value below which that share lies, the largest at most', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(values, 0.99)).toBe(100);
    expect(percentile(values, 0.5)).toBe(51);
    expect(percentile([7], 1)).toBe(7);
  });
});

describe('the medians by name', () => {
  it('count a name that a round lacks as nothing', () => {
    expect(mediansByName([{ gateway: 3, nats: 1 }, { gateway: 5 }, { gateway: 4 }])).toEqual({
      gateway: 4,
      nats: 0,
    });
  });
});

describe('the verdict', () => {
  it('compares the ratio with the target where there is a baseline', () => {
    expect(judge({ target: 0.1, better: 'more' }, 11, 100)).toEqual({ ratio: 0.11, holds: true });
    expect(judge({ target: 1.1, better: 'less' }, 120, 100)).toEqual({ ratio: 1.2, holds: false });
  });

  it('compares the value itself where there is none, and says nothing without a target', () => {
    expect(judge({ target: 200, better: 'less' }, 133)).toEqual({ ratio: undefined, holds: true });
    expect(judge({ better: 'more' }, 5, 10)).toEqual({ ratio: 0.5, holds: undefined });
  });
});

describe('a measurement', () => {
  const scenario = { better: /** @type {const} */ ('more'), target: 0.5 };

  it('lets the sides take turns, alternates who is first, and leaves out the first round', async () => {
    /** @type {string[]} */
    const order = [];
    /** @param {string} name @param {number[]} values */
    const side = (name, values) => (/** @type {number} */ round) => {
      order.push(`${name}${round}`);
      return values[round];
    };
    const result = await measure(
      scenario,
      { rounds: 3 },
      { ours: side('o', [1000, 1, 2, 3]), baseline: side('b', [1000, 4, 4, 4]) },
    );
    expect(order).toEqual(['b0', 'o0', 'o1', 'b1', 'b2', 'o2', 'o3', 'b3']);
    expect(result).toMatchObject({ ours: 2, baseline: 4, ratio: 0.5, holds: true });
  });

  it('leaves out as many rounds before the first as a scenario wants', async () => {
    /** @type {number[]} */
    const rounds = [];
    const ours = (/** @type {number} */ round) => {
      rounds.push(round);
      return round > 0 ? 5 : 1000;
    };
    const result = await measure({ ...scenario, warmUp: 3 }, { rounds: 2 }, { ours });
    expect(rounds).toEqual([-2, -1, 0, 1, 2]);
    expect(result.ours).toBe(5);
  });

  it('divides the CPU that a side used by its requests', async () => {
    let used = 0;
    const result = await measure(
      { ...scenario, rounds: 1, warmUp: false },
      { rounds: 5, sampleCpu: () => ({ gateway: used, idle: 7 }) },
      {
        ours: () => {
          used += 500;
          return { value: 10, requests: 5 };
        },
      },
    );
    expect(result.cpu).toEqual({ ours: { gateway: 100 }, baseline: {} });
    expect(result).toMatchObject({ ours: 10, baseline: undefined, ratio: undefined });
  });
});
