import { log } from '@holdfast/platform/observability';
import type { BeforeApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { ByteProcess } from '../byte-process/byte-process.js';
import { watchEngines } from './engine.metrics.js';

/** The byte process lives as long as the service; transfers that run at the end get a little time. */
export class ByteProcessLife implements OnModuleInit, BeforeApplicationShutdown {
  private unwatch: (() => void) | undefined;

  /** `drain`: milliseconds that transfers have at the end. */
  constructor(
    private readonly bytes: ByteProcess,
    private readonly drain: number,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.bytes.start();
    this.unwatch = watchEngines(this.bytes);
    void this.warn();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.unwatch?.();
    return this.bytes.stop(this.drain);
  }

  /** Tells the operator what is wrong with the programs of the engines. */
  private async warn(): Promise<void> {
    const health = await this.bytes.health();
    if (!health.ready) return;
    for (const { problem } of Object.values(health.engines)) if (problem !== undefined) log.warn(problem);
  }
}
