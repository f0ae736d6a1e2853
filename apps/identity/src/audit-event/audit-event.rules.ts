import {
  auditedBy,
  isAuditRecord,
  type AuditRecord,
  type AuditTarget,
  type ServiceName,
} from '@holdfast/contracts';

/** Longer ids are not looked for: an index has no room for them (UTF-16 units). */
const longestName = 300;

/** All names by which an event is found: those of what was acted on, and of what it lies in. */
export const namesOf = ({ id, uuid, project, repository, group, bot }: AuditTarget): string[] => {
  const names = [{ id, uuid }, project, repository, group, bot].flatMap((each) => [
    each?.id ?? '',
    each?.uuid ?? '',
  ]);
  return [...new Set(names.filter((name) => name !== '' && name.length <= longestName))];
};

/** Whether a service may tell of it: only of what is its own to do. */
export const isOwn = (service: ServiceName, record: AuditRecord): boolean =>
  isAuditRecord(record) && auditedBy(record.operation) === service;
