import { log } from '@holdfast/platform/observability';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { AuditEventStore } from './audit-event.store.js';

const anHour = 3_600_000;
const aDay = 24 * anHour;

/** Removed by one statement, and by all of one hour. */
const atOnce = 1_000;
const mostOfHour = 1_000_000;

/** Removes events that were kept for as long as the installation says. */
@Injectable()
export class AuditExpiry implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly events: AuditEventStore,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.run().catch((error: unknown) => log.warn({ err: error }, 'old audit events could not be removed'));
    }, anHour).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async run(now = Date.now()): Promise<void> {
    const before = now - this.env.auditDays * aDay;
    for (let removed = 0; removed < mostOfHour; removed += atOnce)
      if ((await this.events.expire(before, atOnce)) < atOnce) return;
  }
}
