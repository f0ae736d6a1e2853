import type { AuditEvent, AuditTarget, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import type { NamedAuditEvent } from './audit-event.store.js';

export const auditEventView = ({
  account,
  accountId,
  target,
  ...row
}: NamedAuditEvent): View<typeof AuditEvent> => ({
  id: row.id,
  timestamp: timestamp(row.timestamp),
  account: account && { id: accountId ?? account.id, uuid: account.uuid, type: account.type },
  operation: row.operation,
  target: targetView(target),
  address: row.address,
  outcome: row.outcome,
  detail: row.detail,
});

/** The store keeps no order of names. */
const targetView = ({ type, id, uuid, ...within }: AuditTarget): AuditTarget => ({
  type,
  id,
  ...(uuid === undefined ? {} : { uuid }),
  ...within,
});
