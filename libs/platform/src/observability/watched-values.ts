import { within } from '@holdfast/kernel';
import { Counter, Gauge } from 'prom-client';
import { metrics } from './metrics.js';

/** A value, and what its labels say, in the order of their names. */
export type WatchedValue = readonly [value: number, ...labels: string[]];

/** Looks at the values there are. What it cannot see, or not in time, is left out. */
export type ValueSource = () => Iterable<WatchedValue> | Promise<Iterable<WatchedValue>>;

/** `name`: one that ends in `_total` only grows. */
export interface WatchedMetric {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/** A disk that hangs does not hide all else (ms). */
const patience = 2_000;

/**
 * A metric that costs nothing but when it is read: its values are looked up then. Those with the same labels, of
 * however many sources, are added up.
 */
export class WatchedValues {
  private readonly sources = new Set<ValueSource>();
  private readonly labels: readonly string[];
  private readonly metric: Counter | Gauge;

  constructor({ name, help, labels = [] }: WatchedMetric) {
    this.labels = labels;
    const collect = (): Promise<void> => this.look();
    const settings = { name, help, labelNames: [...labels], registers: [metrics], collect };
    this.metric = name.endsWith('_total') ? new Counter(settings) : new Gauge(settings);
  }

  /** Answers what ends it. */
  add(source: ValueSource): () => void {
    this.sources.add(source);
    return () => void this.sources.delete(source);
  }

  private async look(): Promise<void> {
    const found = await Promise.all([...this.sources].map(seen));
    this.metric.reset();
    // Without labels it would be 0 then.
    if (this.labels.length === 0) this.metric.remove();
    for (const values of found)
      for (const [value, ...said] of values)
        this.metric.inc(Object.fromEntries(this.labels.map((name, index) => [name, said[index]])), value);
  }
}

const seen = async (source: ValueSource): Promise<Iterable<WatchedValue>> => {
  try {
    return await within(patience, Promise.resolve(source()), () => []);
  } catch {
    return [];
  }
};
