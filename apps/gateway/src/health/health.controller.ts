import { healthCall } from '@holdfast/contracts';
import { Controller, Get, Header, Res } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { ownContext, Rpc } from '@holdfast/platform/rpc';
import type { FastifyReply } from 'fastify';

/** The services without which the gateway cannot work. */
const services = ['identity', 'repository', 'artifact'] as const;

/** Liveness depends on this process alone, readiness on the broker and on every service's own word. */
@Controller('health')
export class HealthController {
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
    const checks = services.map((service) => () => this.service(service));
    const { down } = await this.health.check(checks).then(
      () => ({ down: [] as string[] }),
      (refused: { getResponse?: () => unknown }) => ({ down: partsDown(refused.getResponse?.()) }),
    );
    void reply
      .code(down.length ? 503 : 200)
      .header('content-type', 'application/json; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ status: down.length ? 'down' : 'ok', down }));
  }

  private async service(name: (typeof services)[number]): Promise<HealthIndicatorResult> {
    const check = this.indicator.check(name);
    try {
      const report = await this.rpc.call(healthCall(name), ownContext('gateway', 1_500), {});
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
