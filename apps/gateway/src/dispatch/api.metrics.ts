import type { OperationContract } from '@holdfast/contracts';
import type { Span } from '@holdfast/kernel';
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
  /** Once it is known. */
  operation: Pick<OperationContract, 'id' | 'method' | 'path'> | undefined;
  private readonly at = performance.now();

  /** `span`: its own, where it is recorded. */
  constructor(private readonly span?: Span) {
    underway += 1;
  }

  /** To be called once. */
  answered(status: number): void {
    underway -= 1;
    durations.observe(
      { operation: this.operation?.id ?? 'none', status: classOf(status) },
      (performance.now() - this.at) / 1_000,
    );
    if (this.span) this.tell(this.span, status);
  }

  private tell(span: Span, status: number): void {
    const { operation } = this;
    if (operation) {
      span.name = `${operation.method} ${operation.path}`;
      Object.assign(span.facts, { 'http.route': operation.path, 'holdfast.operation': operation.id });
    }
    span.facts['http.response.status_code'] = status;
    span.end(status >= 500 && status !== 507 ? String(status) : undefined);
  }
}

/** A company that has all that it may store is no fault of ours. */
const classOf = (status: number): string => (status === 507 ? '507' : `${Math.floor(status / 100)}xx`);
