import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { DiskRoom } from '@holdfast/kernel';
import { DiskWatch } from '@holdfast/platform/observability';
import { Rpc } from '@holdfast/platform/rpc';
import { ByteDoor } from './bytes/byte-door.js';
import type { SharedTransfers } from './bytes/shared-transfers.js';
import { Callers } from './dispatch/callers.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { Guard } from './dispatch/guard.js';
import { Idempotency } from './dispatch/idempotency.js';
import { KeptViews } from './dispatch/kept-views.js';
import { Related } from './dispatch/related.js';
import { RowRoom } from './dispatch/row-room.js';
import type { GatewayEnv } from './gateway.env.js';
import { HealthController } from './health/health.controller.js';
import { Documents } from './openapi/documents.js';
import { RateLimits } from './rates/rate-limits.js';
import { Scopes } from './scopes/scopes.js';
import { Sessions } from './session/sessions.js';
import { UnsentAnswers } from './unsent/unsent-answers.js';

/** The gateway: the only public door, without data of its own. */
@Module({})
export class GatewayModule {
  static with(
    env: GatewayEnv,
    rpc: Rpc,
    shared: SharedTransfers,
    bytes: (sessions: Sessions, scopes: Scopes, rates: RateLimits, unsent: UnsentAnswers) => ByteDoor,
  ): DynamicModule {
    const disk =
      env.databaseDisk === undefined ? undefined : new DiskRoom(env.databaseDisk, env.freeSpaceReserve);
    return {
      module: GatewayModule,
      imports: [TerminusModule.forRoot({ logger: false, errorLogStyle: 'json' })],
      controllers: [HealthController],
      providers: [
        { provide: Rpc, useValue: rpc },
        Sessions,
        Scopes,
        Guard,
        Related,
        Idempotency,
        KeptViews,
        { provide: UnsentAnswers, useFactory: () => new UnsentAnswers(env.unsentAnswers) },
        {
          provide: RowRoom,
          useFactory: async () => {
            // Rejects where there is no such directory: who names one shall not believe that it is looked at.
            await disk?.left();
            return new RowRoom(disk);
          },
        },
        ...(disk ? [{ provide: DiskWatch, useFactory: () => new DiskWatch(disk, 'database') }] : []),
        { provide: RateLimits, useFactory: () => new RateLimits(env.rates) },
        {
          provide: Dispatcher,
          inject: [Sessions, RateLimits, Guard, Related, Idempotency, KeptViews, UnsentAnswers, RowRoom],
          useFactory: (
            sessions: Sessions,
            rates: RateLimits,
            guard: Guard,
            related: Related,
            idempotency: Idempotency,
            kept: KeptViews,
            unsent: UnsentAnswers,
            rows: RowRoom,
          ) => {
            const callers = new Callers(sessions, rates, env.queryKeys);
            return new Dispatcher(env, rpc, callers, guard, related, idempotency, kept, unsent, shared, rows);
          },
        },
        { provide: Documents, useFactory: () => new Documents(env) },
        { provide: ByteDoor, inject: [Sessions, Scopes, RateLimits, UnsentAnswers], useFactory: bytes },
      ],
    };
  }
}
