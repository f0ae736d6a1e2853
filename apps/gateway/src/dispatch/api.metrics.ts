import { metrics, WatchedValues } from '@holdfast/platform/observability';
import { Histogram } from 'prom-client';

const durations = new Histogram({
  name: 'holdfast_api_request_duration_seconds',
  help: 'Time from the head of a request of the API to its answer, by operation (none: it is that of no operation) and class of status (507, no room, is one by itself).',
  labelNames: ['operation', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

let underway = 0;

new WatchedValues({
  name: 'holdfast_api_requests_in_progress',
  help: 'Requests of the API that have no answer yet.',
}).add(() => [[underway]]);

/** A request of the API while it is answered. */
export class CountedRequest {
  /** The id of its operation, once it is known. */
  operation = 'none';
  private readonly at = performance.now();

  constructor() {
    underway += 1;
  }

  /** To be called once. */
  answered(status: number): void {
    underway -= 1;
    durations.observe(
      { operation: this.operation, status: classOf(status) },
      (performance.now() - this.at) / 1_000,
    );
  }
}

/** A company that has all that it may store is no fault of ours. */
const classOf = (status: number): string => (status === 507 ? '507' : `${Math.floor(status / 100)}xx`);
