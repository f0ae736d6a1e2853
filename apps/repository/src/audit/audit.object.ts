import { AuditOutbox, AuditOutboxRow } from '@holdfast/platform/audit';
import type { ServiceObject } from '@holdfast/platform/service-host';
import { AuditService } from './audit.service.js';

export const audit = {
  rows: [AuditOutboxRow],
  services: [AuditService],
  parts: [AuditOutbox],
} satisfies ServiceObject;
