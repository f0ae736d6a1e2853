import { auditEventOperations, type PlainInput } from '@holdfast/contracts';
import { actor, DomainError, pageOf, type CallContext } from '@holdfast/kernel';
import type { Condition } from '@holdfast/platform/persistence';
import { Handles, outsideTurn } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { AuditCollector } from './audit-collector.js';
import { AuditEventStore } from './audit-event.store.js';
import { auditEventView } from './audit-event.view.js';
import { RefusedLoginEvents } from './refused-login-events.js';

/** How long a list waits for services that have something to tell (ms). */
const patience = 500;

/** What company admins read; nobody writes it. */
@Controller()
export class AuditEventService {
  constructor(
    private readonly events: AuditEventStore,
    private readonly collector: AuditCollector,
    private readonly refused: RefusedLoginEvents,
  ) {}

  /** Collects first: who has just done something finds it here. */
  @Handles(auditEventOperations.list)
  async list(ctx: CallContext, { list }: PlainInput) {
    const { company, account } = actor(ctx);
    await outsideTurn(ctx, () => Promise.all([this.collector.collect(patience), this.refused.write()]));
    const conditions: Condition[] = [];
    const { account: by, target } = list.filters ?? {};
    if (by !== undefined) {
      const names = by.split(',').map((name) => (name === 'me' ? account.uuid : name));
      const uuids = await this.events.accounts(company.uuid, names);
      conditions.push({ sql: 'e.account_uuid = any(:accounts::uuid[])', parameters: { accounts: uuids } });
    }
    if (target !== undefined)
      conditions.push({ sql: 'e.names && :names::text[]', parameters: { names: target.split(',') } });
    return pageOf(await this.events.list(company.uuid, list, conditions), auditEventView);
  }

  @Handles(auditEventOperations.show)
  async show(ctx: CallContext, { id }: PlainInput) {
    const row = await this.events.find(actor(ctx).company.uuid, id);
    if (!row) throw DomainError.notFound();
    return auditEventView(row);
  }
}
