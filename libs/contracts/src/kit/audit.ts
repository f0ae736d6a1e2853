import { isUuid, type AccountType } from '@holdfast/kernel';

/** Whether a change took effect. `unknown`: it was begun, and then the process ended without saying more. */
export const auditOutcomes = ['ok', 'refused', 'unknown'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

interface Named {
  id: string;
  uuid: string;
}

/** The object that was changed, with its id at that time, and what it belongs to. */
export interface AuditTarget {
  /** Name of the object type: `project_user`. */
  type: string;
  id: string;
  uuid?: string;
  project?: Named;
  repository?: Named;
  group?: Named;
  bot?: Named;
}

/** Values of attributes: never a secret, never a long text. */
export type AuditDetail = Record<string, string | number | boolean | null | string[]>;

/** One change that somebody made, as the service where it was made sends it to identity, which keeps it. */
export interface AuditRecord {
  /** 24 hex digits that grow with time. If a record is sent again, it has the same id. */
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Uuid. */
  company: string;
  /** Who did it. Absent: the operator of the installation, or somebody who is not logged in. */
  account?: Named & { type: AccountType };
  operation: string;
  target: AuditTarget;
  /** The address of the client; '' where there is none. */
  address: string;
  outcome: AuditOutcome;
  detail: AuditDetail;
}

/** Identity asks a service for its records. `collected`: the ids of those that it has stored; they may be deleted. */
export interface PendingAudit {
  collected: string[];
}
/** The oldest ones; there may be more. */
export interface PendingAuditAnswer {
  records: AuditRecord[];
}

/** Most records of one answer. */
export const mostPendingAudit = 200;

/** Whether what came from another process is a record that can be stored. */
export const isAuditRecord = (value: Partial<AuditRecord>): value is AuditRecord => {
  const { id, at, company, account, operation, target, address, outcome, detail } = value;
  return (
    /^[0-9a-f]{24}$/.test(String(id)) &&
    Number.isSafeInteger(at) &&
    isUuid(String(company)) &&
    (account === undefined || isUuid(String(account.uuid))) &&
    typeof operation === 'string' &&
    typeof target?.type === 'string' &&
    typeof target.id === 'string' &&
    typeof address === 'string' &&
    typeof detail === 'object' &&
    auditOutcomes.some((each) => each === outcome)
  );
};
