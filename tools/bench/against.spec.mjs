import { commitOf, measureAgainst } from './against.mjs';

/** @import { Bench } from './bench.mjs' */

describe('a scenario against another checkout', () => {
  it('is prepared for both, judged by no target, and says what each takes of the processor', async () => {
    let used = 0;
    /** @type {string[]} */
    const befores = [];
    /** @param {string} name */
    const benchFor = (name) =>
      /** @type {Bench} */ (
        /** @type {unknown} */ ({ directory: name, rounds: 3, sampleCpu: () => ({ gateway: used }) })
      );
    const result = await measureAgainst(
      {
        ...{ name: 'one', title: 'One', unit: 'requests/s', better: 'more', target: 0.5 },
        prepare: ({ directory }) => ({
          before: (round) => befores.push(`${directory} ${round}`),
          ours: () => {
            used += directory === 'new' ? 300 : 100;
            return { value: directory === 'new' ? 10 : 20, requests: 2 };
          },
          baseline: () => {
            throw new Error('nobody asks for it');
          },
        }),
      },
      benchFor('new'),
      benchFor('old'),
    );
    expect(result).toMatchObject({
      ours: 10,
      baseline: 20,
      ratio: 0.5,
      holds: undefined,
      note: 'processor 3.00 ×',
    });
    expect(result.cpu).toEqual({ ours: { gateway: 150 }, baseline: { gateway: 50 } });
    expect(befores.slice(0, 2)).toEqual(['new 0', 'old 0']);
  });

  it('names the commit, or the directory where there is none', () => {
    expect(commitOf('/nonexistent/checkout')).toBe('/nonexistent/checkout');
  });
});
