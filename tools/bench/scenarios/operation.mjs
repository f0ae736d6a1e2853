import { setTimeout as sleep } from 'node:timers/promises';
import { milliseconds } from '../measure.mjs';
import { memoryOf } from '../cpu.mjs';

/** @param {number} bytes */
const mebibytes = (bytes) => Math.round(bytes / 2 ** 20);
const settling = 5_000;

/** Microseconds that the gateway spends to count a request of one of 1,000 accounts against both rates. */
const chargingTime = async () => {
  const { RateLimits } = await import('../../../apps/gateway/dist/rates/rate-limits.js');
  const rate = { perSecond: 1e6, burst: 1e6 };
  const principals = Array.from({ length: 1_000 }, (_, index) => ({
    account: { uuid: `account-${index}`, id: '', type: /** @type {const} */ ('user'), email: '', name: '' },
    company: { uuid: `company-${index % 10}`, id: '' },
    companyAdmin: false,
    credential: '',
  }));
  const limits = new RateLimits({ account: rate, company: rate });
  return () => {
    const requests = 1_000_000;
    const from = process.cpuUsage();
    for (let nth = 0; nth < requests; nth += 1) limits.charge(principals[nth % principals.length], 1);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / requests;
  };
};

/**
 * What an operator notices: how long a start takes, how much memory an idle installation has, what a rate costs.
 * @type {import('../measure.mjs').Scenario[]}
 */
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
      /** @type {[string, number][]} */
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
  {
    name: 'rate-limits',
    title: 'counting a request against the rates of account and company',
    unit: 'µs',
    better: 'less',
    target: 2,
    prepare: async () => ({ ours: await chargingTime() }),
  },
];
