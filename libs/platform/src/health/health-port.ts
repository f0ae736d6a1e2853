import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { TerminusModule } from '@nestjs/terminus';
import type { HealthReport } from '@holdfast/contracts';
import { log, nestLogger } from '../observability/logger.js';
import type { ListenAddress } from '../settings/listen-address.js';
import { MetricsController } from './metrics.controller.js';
import { HealthPortController, ownHealth, type OwnHealth } from './health-port.controller.js';

@Module({})
class HealthPortModule {}

/**
 * A port on which this process alone says how it is, for whoever starts and ends it: `GET /health/live`, `GET /health/ready`
 * and `GET /metrics`. It is there from the beginning, so that a process which waits for the broker counts as alive.
 */
export class HealthPort {
  private constructor(
    private readonly app: INestApplication,
    private readonly own: OwnHealth,
  ) {}

  static async open({ host, port }: ListenAddress): Promise<HealthPort> {
    const own: OwnHealth = { ending: false };
    const module = {
      module: HealthPortModule,
      imports: [TerminusModule.forRoot({ logger: false, errorLogStyle: 'json' })],
      controllers: [HealthPortController, MetricsController],
      providers: [{ provide: ownHealth, useValue: own }],
    };
    const adapter = new FastifyAdapter({ forceCloseConnections: true, bodyLimit: 1 });
    const app = await NestFactory.create(module, adapter, { logger: nestLogger, abortOnError: false });
    await app.listen(port, host);
    const health = new HealthPort(app, own);
    log.info({ health: health.port }, 'the health port is open');
    return health;
  }

  /** The port that it listens on. */
  get port(): number {
    const { port } = (this.app.getHttpServer() as { address(): { port: number } }).address();
    return port;
  }

  /** From now on the process is ready as far as what it looks at is. `counted`: what it counts, for Prometheus. */
  serving(look: () => Promise<HealthReport>, counted?: () => Promise<string>): void {
    this.own.look = look;
    if (counted) this.own.counted = counted;
  }

  /** From now on it is not. */
  ending(): void {
    this.own.ending = true;
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
