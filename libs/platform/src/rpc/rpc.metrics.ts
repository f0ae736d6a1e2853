import { Counter } from 'prom-client';
import { metrics } from '../observability/metrics.js';

/** `reason`: late, nobody, disconnected, ended, unsent. */
export const unansweredCalls = new Counter({
  name: 'holdfast_calls_unanswered_total',
  help: 'Questions of this process that got no answer, by the service that was asked and why.',
  labelNames: ['service', 'reason'],
  registers: [metrics],
});
