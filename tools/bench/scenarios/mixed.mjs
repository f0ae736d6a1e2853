import { percentile } from '../measure.mjs';
import { mixedLoad } from '../mixed-load.mjs';

const seconds = 10;

/**
 * What a small request feels of the bytes of others. How much memory hours of it take is shown by soak.mjs.
 * @type {import('../measure.mjs').Scenario[]}
 */
export const mixed = [
  {
    name: 'decisions',
    title: 'GET one branch while one client clones and another uploads, 99th percentile',
    unit: 'ms',
    better: 'less',
    target: 40,
    prepare: async (bench) => {
      const load = await mixedLoad(bench);
      return {
        ours: async () => {
          const times = await load.run(seconds);
          return { value: percentile(times, 0.99), requests: times.length };
        },
      };
    },
  },
];
