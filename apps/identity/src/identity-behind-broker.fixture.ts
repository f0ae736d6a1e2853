import 'reflect-metadata';
import { carriesCaller } from '@holdfast/contracts';
import { nestLogger, setLogLevel } from '@holdfast/platform/observability';
import { Rpc } from '@holdfast/platform/rpc';
import { NatsStrategy } from '@holdfast/platform/service-host';
import { testBroker, type TestDatabase } from '@holdfast/platform/testing';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { freshIdentityDatabase } from './fresh-identity-database.fixture.js';
import { testIdentityEnv } from './identity-env.fixture.js';
import { identityModule } from './identity.module.js';

/** The service with a database of its own, behind the broker of the tests, with gateways that ask it. */
export class IdentityBehindBroker {
  private constructor(
    readonly database: TestDatabase,
    readonly service: Rpc,
    readonly gateways: readonly Rpc[],
    private readonly app: INestMicroservice,
  ) {}

  static async start(gateways: number): Promise<IdentityBehindBroker> {
    setLogLevel('silent');
    const database = await freshIdentityDatabase();
    const service = await Rpc.connect(testBroker(), 'identity');
    const env = testIdentityEnv({ natsUrl: testBroker(), databaseUrl: database.url });
    const app = await NestFactory.createMicroservice(identityModule(env, service), {
      strategy: new NatsStrategy(service, 'identity', carriesCaller),
      logger: nestLogger,
    });
    await app.listen();
    const asking = Array.from({ length: gateways }, () => Rpc.connect(testBroker(), 'gateway'));
    return new IdentityBehindBroker(database, service, await Promise.all(asking), app);
  }

  /** What they listen to has reached the broker. */
  async flush(): Promise<void> {
    await Promise.all([this.service, ...this.gateways].map((rpc) => rpc.connection.flush()));
  }

  async end(): Promise<void> {
    await this.app.close();
    await Promise.all([this.service, ...this.gateways].map((rpc) => rpc.close()));
    await this.database.drop();
  }
}
