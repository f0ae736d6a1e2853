import { anyObject, instant, oneOf, orNull, readOnly, reference, text } from '../../kit/attribute.js';
import { auditOutcomes, type AuditDetail, type AuditTarget } from '../../kit/audit.js';
import { object } from '../../kit/object-contract.js';
import { operations } from '../../kit/operation.js';

export const AuditEvent = object({
  name: 'audit_event',
  plural: 'audit_events',
  service: 'identity',
  description:
    'Who did what to whom, and from where: logins, grants, keys, settings, deletions. Nobody changes or deletes one.',
  attributes: {
    id: readOnly(text({ description: '24 hex digits, increasing in time.' })),
    timestamp: readOnly(instant()),
    account: readOnly(
      orNull(
        reference('account', {
          description: 'Who did it; null for the operator of the installation and for refused logins.',
        }),
      ),
    ),
    operation: readOnly(
      text({ description: 'Id of the operation, `project_user.create`; `operator.…` for the operator’s.' }),
    ),
    target: readOnly(
      anyObject<AuditTarget>({
        description:
          'What was acted on: `type`, `id` and `uuid`, and the `project`, `repository`, `group` or `bot` that it lies in; ids as they were then.',
      }),
    ),
    address: readOnly(text({ description: 'Address of the client; empty where there is none.' })),
    outcome: readOnly(
      oneOf(auditOutcomes, {
        description: 'unknown: it was begun, and the service broke off before it could say more.',
      }),
    ),
    detail: readOnly(
      anyObject<AuditDetail>({
        description:
          'What was set, where that may be told; `changed` names other attributes; `count` of refused logins.',
      }),
    ),
  },
  sortable: ['id', 'timestamp'],
  searchable: ['operation', 'target', 'address'],
  filters: {
    account: 'By whom: id or uuid of an account, deactivated or not; several separated by commas.',
    operation: 'Ids of operations, separated by commas.',
    target: 'Ids or uuids of what was acted on, or of the project, repository, group or bot that it lies in.',
    address: 'Addresses of clients, separated by commas.',
  },
  newestFirst: true,
});

export const auditEventOperations = operations(AuditEvent, '/audit_events', {
  list: { privilege: 'company.manage' },
  show: { privilege: 'company.manage' },
});
