import { healthCall, type HealthReport } from '@holdfast/contracts';
import { Rpc } from '@holdfast/platform/rpc';
import { HandlesCall, holds } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { alive } from './alive.query.js';

@Controller()
export class HealthService {
  constructor(
    private readonly source: DataSource,
    private readonly rpc: Rpc,
  ) {}

  @HandlesCall(healthCall('identity'))
  async check(): Promise<HealthReport> {
    const [database, broker] = await Promise.all([
      holds(() => alive(this.source)),
      holds(() => this.rpc.rtt()),
    ]);
    return { service: 'identity', up: database && broker, parts: { database, broker } };
  }
}
