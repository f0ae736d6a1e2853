import type { ServerResponse } from 'node:http';
import type { Span } from '@holdfast/kernel';
import { metrics, WatchedValues } from '@holdfast/platform/observability';
import { Counter, Histogram } from 'prom-client';
import { isFaulty, type Refusal } from './refusal.js';

/**
 * `refused`: it may not be, or not now. `failed`: by our fault. `broken`: its client went away or was given up, or its
 * program ended with an error.
 */
type TransferOutcome = 'done' | 'refused' | 'failed' | 'broken';

const labelNames = ['kind', 'door', 'service'] as const;

const durations = new Histogram({
  name: 'holdfast_transfer_duration_seconds',
  help: 'Time that transfers of repositories took, by kind, door (http, ssh), service (fetch, push, upload, download; none: refused before it was known) and outcome (done, refused, failed, broken).',
  labelNames: [...labelNames, 'outcome'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
  registers: [metrics],
});

const going = new Set<CountedTransfer>();

/** Long transfers are counted while they go on. */
const collect = (): void => {
  for (const each of going) each.count();
};

const receivedBytes = new Counter({
  name: 'holdfast_transfer_received_bytes_total',
  help: 'Bytes of bodies that transfers of repositories have brought.',
  labelNames,
  registers: [metrics],
  collect,
});

const sentBytes = new Counter({
  name: 'holdfast_transfer_sent_bytes_total',
  help: 'Bytes that transfers of repositories have sent to clients.',
  labelNames,
  registers: [metrics],
  collect,
});

new WatchedValues({
  name: 'holdfast_transfers_in_progress',
  help: 'Transfers of repositories that go on, those that wait for a slot among them.',
  labels: labelNames,
}).add(() =>
  [...going].flatMap(({ kind, door, service }) => (service === 'none' ? [] : [[1, kind, door, service]])),
);

/** A transfer at a byte door, from its first moment to its end. */
export class CountedTransfer {
  /** What it is, once that is known. */
  kind = 'none';
  service: 'none' | 'fetch' | 'push' | 'upload' | 'download' = 'none';
  /** Bytes that its client has brought. */
  received = 0;
  private outcome: TransferOutcome | undefined;
  private known = { received: 0, sent: 0 };
  private readonly at = performance.now();

  /** `sent`: bytes that went to its client by now. `span`: its own, where it is recorded. */
  constructor(
    readonly door: 'http' | 'ssh',
    private readonly sent: () => number,
    private readonly span?: Span,
  ) {
    going.add(this);
  }

  /** Something of ours has broken it. */
  failed(): void {
    this.outcome = 'failed';
  }

  refused({ isFault }: Pick<Refusal, 'isFault'>): void {
    this.outcome ??= isFault ? 'failed' : 'refused';
  }

  done(): void {
    this.outcome ??= 'done';
  }

  /** Nothing more happens to its answer over HTTP. */
  left({ statusCode, headersSent, writableFinished }: ServerResponse): void {
    if (!headersSent || !writableFinished) return;
    if (statusCode >= 400) this.refused({ isFault: isFaulty(statusCode) });
    else this.done();
  }

  /** Adds what has moved since it was counted last. */
  count(): void {
    const { kind, door, service, known } = this;
    if (service === 'none') return;
    // What a connection that broke off had not yet taken counts as sent no more; but counters only grow.
    const now = { received: this.received, sent: Math.max(known.sent, this.sent()) };
    const labels = { kind, door, service };
    if (now.received > known.received) receivedBytes.inc(labels, now.received - known.received);
    if (now.sent > known.sent) sentBytes.inc(labels, now.sent - known.sent);
    this.known = now;
  }

  /** To be called once. */
  end(): void {
    going.delete(this);
    this.count();
    const { kind, door, service, outcome = 'broken' } = this;
    durations.observe({ kind, door, service, outcome }, (performance.now() - this.at) / 1_000);
    if (this.span) this.tell(this.span, outcome);
  }

  private tell(span: Span, outcome: TransferOutcome): void {
    const { kind, door, service, received } = this;
    span.name = `${door} ${kind} ${service}`;
    const told = { kind, service, outcome, received_bytes: received, sent_bytes: this.known.sent };
    for (const [name, value] of Object.entries(told)) span.facts[`holdfast.${name}`] = value;
    span.end(outcome === 'failed' ? outcome : undefined);
  }
}
