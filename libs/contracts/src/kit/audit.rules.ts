import { storableText } from '@holdfast/kernel';
import type { AuditDetail } from './audit.js';
import type { Attribute } from './attribute.js';
import type { OperationContract } from './operation.js';
import { attributeOf } from './validate.js';

/** The longest text in an audit event (UTF-16 units); a longer one is cut. */
const longest = 300;

/** Whether an audit event shows the value of the attribute: it can be neither a secret nor a long text. */
const isTold = ({ schema, writeOnly, audited }: Attribute): boolean => {
  if (writeOnly) return false;
  const { type, enum: choices }: Readonly<Record<string, unknown>> = { ...schema };
  const isPlain = [type].flat().some((each) => each === 'boolean' || each === 'integer');
  return audited === true || isPlain || choices !== undefined;
};

/** Whether the operation makes audit events: it changes something, and its contract states no exception. */
export const isAudited = ({ method, unaudited }: OperationContract): boolean =>
  method !== 'GET' && unaudited === undefined;

/**
 * What an audit event says of the attributes that a call has set: their values, where these may be shown. Of an update
 * it also lists the names of the others, as `changed`. Undefined: an update that sets nothing.
 */
export const auditDetail = (
  operation: OperationContract,
  values: Readonly<Record<string, unknown>>,
): AuditDetail | undefined => {
  const detail: AuditDetail = {};
  const changed: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (isTold(attributeOf(operation, name))) {
      const told = toldValue(value);
      if (told !== undefined) detail[name] = told;
    } else changed.push(name);
  }
  if (operation.kind !== 'update') return detail;
  if (Object.keys(values).length === 0) return undefined;
  return changed.length ? { ...detail, changed } : detail;
};

const toldValue = (value: unknown): AuditDetail[string] | undefined => {
  if (typeof value === 'string') return storableText(value, longest);
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
};
