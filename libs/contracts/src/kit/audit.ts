import { isUuid, type AccountType } from '@holdfast/kernel';

/** Whether a change took effect; `unknown`: it was begun, and the process ended before it could say more. */
export const auditOutcomes = ['ok', 'refused', 'unknown'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

interface Named {
  id: string;
  uuid: string;
}

/** What was acted on, as it was called then, and what it lies in. */
export interface AuditTarget {
  /** Name of the object type: `project_user`. */
  type: string;
  id: string;
  uuid?: string;
  project?: Named;
  repository?: Named;
  group?: Named;
}

/** Attributes that may be told: never a secret, never a long text. */
export type AuditDetail = Record<string, string | number | boolean | null | string[]>;

/** One thing that somebody did, as it travels from the service where it was done to the one that keeps it. */
export interface AuditRecord {
  /** 24 hex digits, increasing in time; the same record always has the same. */
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Uuid. */
  company: string;
  /** Who did it; absent: the operator of the installation, or nobody that we know. */
  account?: Named & { type: AccountType };
  operation: string;
  target: AuditTarget;
  /** Of the client; '' where there is none. */
  address: string;
  outcome: AuditOutcome;
  detail: AuditDetail;
}

/** Asked by identity: what there is to collect. `collected`: ids that it has stored, to be forgotten. */
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
