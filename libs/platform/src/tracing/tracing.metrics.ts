import { Counter } from 'prom-client';
import { metrics } from '../observability/metrics.js';

/** `outcome`: sent; lost: the collector did not take them; dropped: too many waited for it. */
export const countedSpans = new Counter({
  name: 'holdfast_trace_spans_total',
  help: 'Spans of traces that this process has recorded, by what became of them: sent, lost, dropped.',
  labelNames: ['outcome'],
  registers: [metrics],
});
