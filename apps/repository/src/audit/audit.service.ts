import { repositoryCalls, type PendingAudit, type PendingAuditAnswer } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { AuditOutbox } from '@holdfast/platform/audit';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';

/** Hands over what this service has recorded. Any replica may answer: the records are in the database. */
@Controller()
export class AuditService {
  constructor(private readonly outbox: AuditOutbox) {}

  @HandlesCall(repositoryCalls.audit)
  pending(_ctx: CallContext, asked: PendingAudit): Promise<PendingAuditAnswer> {
    return this.outbox.pending(asked);
  }
}
