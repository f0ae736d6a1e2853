import { AuditOutboxRow } from '@holdfast/platform/audit';
import type { ServiceObject } from '@holdfast/platform/service-host';
import { AuditCollector } from './audit-collector.js';
import { AuditEventRow } from './audit-event.entity.js';
import { AuditEventService } from './audit-event.service.js';
import { AuditEventStore, auditEventList } from './audit-event.store.js';
import { AuditExpiry } from './audit-expiry.js';
import { RefusedLoginEvents } from './refused-login-events.js';

export const auditEvent = {
  rows: [AuditOutboxRow, AuditEventRow],
  services: [AuditEventService],
  parts: [AuditCollector, AuditEventStore, AuditExpiry, RefusedLoginEvents],
  lists: { audit_event: auditEventList },
} satisfies ServiceObject;
