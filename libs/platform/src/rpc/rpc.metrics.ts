import { Counter, Gauge, Histogram } from 'prom-client';
import { metrics } from '../observability/metrics.js';

/** `reason`: late, nobody, disconnected, ended, unsent. */
export const unansweredCalls = new Counter({
  name: 'holdfast_calls_unanswered_total',
  help: 'Questions of this process that got no answer, by the service that was asked and why.',
  labelNames: ['service', 'reason'],
  registers: [metrics],
});

/** By the service that they wait for. */
export const callsHeld = new Gauge({
  name: 'holdfast_calls_held',
  help: 'Questions of clients that wait for a service which nobody serves at the moment.',
  labelNames: ['service'],
  registers: [metrics],
});

/** `outcome`: served; late, it did not come back in time; left, the client went away; crowded, too many waited. */
export const callHolds = new Histogram({
  name: 'holdfast_call_hold_duration_seconds',
  help: 'Time for which questions of clients waited for a service that nobody served, by service and outcome.',
  labelNames: ['service', 'outcome'],
  buckets: [0.25, 0.5, 1, 2, 4, 8, 15],
  registers: [metrics],
});
