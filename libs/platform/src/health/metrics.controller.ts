import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { metrics } from '../observability/metrics.js';
import { ownHealth, type OwnHealth } from './health-port.controller.js';

/** What Prometheus reads: of the process, and what the service counts. */
@Controller('metrics')
export class MetricsController {
  private readonly ofProcess = new Registry();
  private asked: Promise<string> | undefined;

  constructor(@Inject(ownHealth) private readonly own: OwnHealth) {
    collectDefaultMetrics({ register: this.ofProcess });
  }

  /** However many ask, it is counted once at a time. */
  @Get()
  async read(@Res() reply: FastifyReply): Promise<void> {
    const text = await (this.asked ??= this.counted().finally(() => (this.asked = undefined)));
    void reply.header('content-type', Registry.PROMETHEUS_CONTENT_TYPE).send(text);
  }

  /** Where the service cannot look, it says what it has counted. */
  private async counted(): Promise<string> {
    const { counted = () => metrics.metrics() } = this.own;
    const ofService = await counted().catch(() => metrics.metrics());
    return `${await this.ofProcess.metrics()}\n${ofService}`;
  }
}
