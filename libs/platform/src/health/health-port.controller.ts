import type { HealthReport } from '@holdfast/contracts';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import type { FastifyReply } from 'fastify';

/** The token under which the state of the process is injected. */
export const ownHealth = Symbol('own.health');

/** What the process says of itself. */
export interface OwnHealth {
  /** Absent while it starts, and when it ends. */
  look?: () => Promise<HealthReport>;
  /** What it counts, in the form of Prometheus; absent: what has been counted so far. */
  counted?: () => Promise<string>;
  ending: boolean;
}

/** Milliseconds for which what was seen is told to whoever asks. */
const lasts = 500;

/** Live: the event loop turns. Ready: the process serves, and what it needs itself answers. */
@Controller('health')
export class HealthPortController {
  private seen: Promise<readonly string[]> | undefined;

  constructor(
    @Inject(ownHealth) private readonly own: OwnHealth,
    @Inject(HealthCheckService) private readonly checks: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicator: HealthIndicatorService,
  ) {}

  @Get('live')
  live(@Res() reply: FastifyReply): void {
    answer(reply, 200, { status: 'ok' });
  }

  @Get('ready')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const { ending, look } = this.own;
    if (ending || !look) return answer(reply, 503, { status: ending ? 'ending' : 'starting' });
    const down = await this.down(look);
    // It may have been told to end meanwhile.
    if (this.own.ending) return answer(reply, 503, { status: 'ending' });
    answer(reply, down.length ? 503 : 200, { status: down.length ? 'down' : 'ok', down });
  }

  /** However many ask, it is looked once at a time, and what was seen is told for a moment. */
  private down(look: () => Promise<HealthReport>): Promise<readonly string[]> {
    return (this.seen ??= this.look(look).finally(() =>
      setTimeout(() => (this.seen = undefined), lasts).unref(),
    ));
  }

  private async look(look: () => Promise<HealthReport>): Promise<readonly string[]> {
    let down: readonly string[] = [];
    const check = async (): Promise<HealthIndicatorResult> => {
      const report = await look();
      const session = this.indicator.check(report.service);
      const names = Object.keys(report.parts).filter((part) => !report.parts[part]);
      down = names.length > 0 || report.up ? names : [report.service];
      return report.up ? session.up() : session.down();
    };
    return this.checks.check([check]).then(
      () => [],
      () => (down.length ? down : ['health']),
    );
  }
}

const answer = (reply: FastifyReply, code: number, said: object): void => {
  void reply
    .code(code)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(said));
};
