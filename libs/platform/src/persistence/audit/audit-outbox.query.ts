import { mostPendingAudit, type AuditRecord } from '@holdfast/contracts';
import { statement } from '../statement.js';

// By hand: every change of every service writes a record beside it.

/** Longer than any change takes: who has said no more by then never will. Seconds. */
const openFor = 60;

export const pendingRecords = statement<{ record: AuditRecord }>(
  'audit_pending',
  `select record from audit_outbox where open_until is null or open_until < now() order by id limit ${mostPendingAudit}`,
);
export const forgetRecords = statement<never>('audit_forget', 'delete from audit_outbox where id = any($1)');
export const openRecord = statement<never>(
  'audit_open',
  `insert into audit_outbox (id, record, open_until) values ($1, $2, now() + make_interval(secs => ${openFor}))`,
);
export const settleRecord = statement<never>(
  'audit_settle',
  `insert into audit_outbox (id, record) values ($1, $2)
     on conflict (id) do update set record = excluded.record, open_until = null`,
);

/** Of changes that may be told again. */
export const keepRecords = statement<never>(
  'audit_keep_all',
  `insert into audit_outbox (id, record)
     select id, record::jsonb from unnest($1::text[], $2::text[]) as given (id, record)
     on conflict (id) do nothing`,
);

/** In the transaction of a change. */
export const keepPending = statement<never>(
  'audit_keep',
  'insert into audit_outbox (id, record) values ($1, $2)',
);
