import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DomainEvent, RecordedEvent } from './domain-event.js';

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false });
const compiled = new WeakMap<DomainEvent, ValidateFunction>();

/** Compiles the schema at its first use: a process needs only those of the events that it hears. */
const validatorOf = (event: DomainEvent): ValidateFunction => {
  const known = compiled.get(event);
  if (known) return known;
  const made = ajv.compile(event.payload);
  compiled.set(event, made);
  return made;
};

/** Why a message from another process is not an event of this contract; undefined if it is one. */
export const eventProblem = (
  contract: DomainEvent,
  { id, subject, at, payload }: Partial<RecordedEvent>,
): string | undefined => {
  if (!/^[0-9a-f]{24}$/.test(String(id))) return 'id';
  if (subject !== contract.subject) return 'subject';
  if (!Number.isSafeInteger(at)) return 'at';
  const validate = validatorOf(contract);
  return validate(payload) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'payload' });
};
