import { setTimeout as sleep } from 'node:timers/promises';
import { milliseconds } from '../measure.mjs';
import { memoryOf } from '../cpu.mjs';

const mebibytes = (bytes) => Math.round(bytes / 2 ** 20);
const settling = 5_000;

/** What an operator notices: how long a start takes, and how much memory an idle installation has. */
export const operation = [
  {
    name: 'start',
    title: 'tools/up --detach on a warm machine until ready',
    unit: 'ms',
    better: 'less',
    target: 10_000,
    rounds: 3,
    warmUp: false,
    prepare: ({ installation }) => ({
      before: () => installation.command('down'),
      ours: () => milliseconds(() => installation.command('up', '--detach')),
    }),
  },
  {
    name: 'idle-memory',
    title: 'the largest Node process, idle',
    unit: 'MiB',
    better: 'less',
    target: 200,
    rounds: 1,
    warmUp: false,
    prepare: ({ installation }) => {
      let sizes = [];
      return {
        ours: async () => {
          await sleep(settling);
          const { postgres, nats, ...node } = installation.parts();
          sizes = Object.entries({ ...memoryOf(node), ...memoryOf({ nats }), ...memoryOf({ postgres }) });
          return Math.max(...Object.values(memoryOf(node))) / 2 ** 20;
        },
        note: () => sizes.map(([name, size]) => `${name} ${mebibytes(size)} MiB`).join(', '),
      };
    },
  },
];
