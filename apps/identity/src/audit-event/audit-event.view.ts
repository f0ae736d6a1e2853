import type {
  AuditDetail,
  AuditEvent,
  AuditOutcome,
  AuditTarget,
  ObjectReference,
  View,
} from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';

/** An event as it is kept, with the account as it is called now. */
export interface AuditEventRow {
  id: string;
  company_uuid: string;
  timestamp: Date;
  account_uuid: string | null;
  /** As it was called then; null: the operator, or nobody. */
  account: ObjectReference | null;
  operation: string;
  target: AuditTarget;
  address: string;
  outcome: AuditOutcome;
  detail: AuditDetail;
  /** Null when the account was purged. */
  account_id: string | null;
}

export const auditEventView = ({
  account,
  account_id,
  target,
  ...row
}: AuditEventRow): View<typeof AuditEvent> => ({
  id: row.id,
  timestamp: timestamp(row.timestamp),
  account: account && { id: account_id ?? account.id, uuid: account.uuid, type: account.type },
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
