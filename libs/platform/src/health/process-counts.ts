import { collectDefaultMetrics, Registry } from 'prom-client';
import { metrics } from '../observability/metrics.js';
import type { OwnHealth } from './readiness.js';

/** What Prometheus reads: of the process, and what the service counts. */
export class ProcessCounts {
  private readonly ofProcess = new Registry();
  private asked: Promise<string> | undefined;

  constructor(private readonly own: OwnHealth) {
    collectDefaultMetrics({ register: this.ofProcess });
  }

  /** However many ask, it is counted once at a time. */
  text(): Promise<string> {
    return (this.asked ??= this.counted().finally(() => (this.asked = undefined)));
  }

  /** Where the service cannot look, it says what it has counted. */
  private async counted(): Promise<string> {
    const { counted = () => metrics.metrics() } = this.own;
    const ofService = await counted().catch(() => metrics.metrics());
    return `${await this.ofProcess.metrics()}\n${ofService}`;
  }
}
