import { healthCall } from '@holdfast/contracts';
import { Controller, Get, Header, Res } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { ownContext, Rpc } from '@holdfast/platform/rpc';
import type { FastifyReply } from 'fastify';

/** The services without which the gateway cannot work. */
const services = ['identity', 'repository', 'artifact'] as const;

/** Milliseconds for which what was seen is told to whoever asks. */
const lasts = 500;

/** Liveness depends on this process alone, readiness on the broker and on every service's own word. */
@Controller('health')
export class HealthController {
  private seen: Promise<string[]> | undefined;
  /** What each service lacks and can do without, as it said last. */
  private readonly missing = new Map<string, string[]>();

  constructor(
    private readonly rpc: Rpc,
    private readonly health: HealthCheckService,
    private readonly indicator: HealthIndicatorService,
  ) {}

  @Get('live')
  @Header('x-content-type-options', 'nosniff')
  live(): object {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const down = await this.down();
    void reply
      .code(down.length ? 503 : 200)
      .header('content-type', 'application/json; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ status: down.length ? 'down' : 'ok', down, ...this.without() }));
  }

  /** The parts that this installation lacks, if there are some. */
  private without(): { missing?: string[] } {
    const missing = [...this.missing.values()].flat().sort();
    return missing.length ? { missing } : {};
  }

  /** The parts that are down. However many ask, it is looked once at a time, and what was seen is told for a moment. */
  private down(): Promise<string[]> {
    return (this.seen ??= this.look().finally(() =>
      setTimeout(() => (this.seen = undefined), lasts).unref(),
    ));
  }

  private look(): Promise<string[]> {
    const checks = services.map((service) => () => this.service(service));
    return this.health.check(checks).then(
      () => [],
      (refused: { getResponse?: () => unknown }) => partsDown(refused.getResponse?.()),
    );
  }

  private async service(name: (typeof services)[number]): Promise<HealthIndicatorResult> {
    const check = this.indicator.check(name);
    try {
      const report = await this.rpc.call(healthCall(name), ownContext('gateway', 1_500), {});
      const missing = report.missing ?? [];
      this.missing.set(
        name,
        missing.map((part) => `${name}.${part}`),
      );
      const parts = Object.entries(report.parts).filter(([, up]) => !up);
      return report.up ? check.up() : check.down({ parts: parts.map(([part]) => `${name}.${part}`) });
    } catch {
      return check.down({ parts: [name] });
    }
  }
}

const partsDown = (response: unknown): string[] => {
  const { error } = response as { error?: Record<string, { parts?: string[] }> };
  return Object.entries(error ?? {})
    .flatMap(([name, { parts }]) => (parts?.length ? parts : [name]))
    .sort();
};
