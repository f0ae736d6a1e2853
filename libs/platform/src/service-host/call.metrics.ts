import { Histogram } from 'prom-client';
import { metrics } from '../observability/metrics.js';

/** `question`: its subject, without the storage node. `outcome`: done, refused, failed, late. */
export const callDurations = new Histogram({
  name: 'holdfast_call_duration_seconds',
  help: 'Time in which this process has answered questions of others, their turns included, by question and outcome.',
  labelNames: ['question', 'outcome'],
  buckets: [0.002, 0.01, 0.05, 0.25, 1, 5],
  registers: [metrics],
});
