import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  isSameUuid,
  isUuid,
  isWellFormed,
  parseTimestamp,
  Problems,
  type AttributeErrors,
  type JsonObject,
} from '@holdfast/kernel';
import { propertiesLimit, type Attribute } from './attribute.js';
import { problemOfKeyword } from './error-kinds.js';
import { fitsAsJson } from './json-size.js';
import type { OperationContract } from './operation.js';

const mostElements = 1_000;

const email = /^[^\p{Cc}\p{Cf}\s@"<>,;:\\()[\]]{1,64}@[^\p{Cc}\p{Cf}\s@"<>,;:\\()[\]]{1,189}$/u;

/** Compiles an attribute's schema when it is first used: each process needs only those of its operations. */
const validators = (allErrors: boolean): ((attribute: Attribute) => ValidateFunction) => {
  // A spec shows that all schemas are schemas; to find out here would take the first request a tenth of a second.
  const ajv = new Ajv2020({ allErrors, strict: false, ownProperties: true, validateSchema: false })
    .addFormat('date-time', (value: string) => parseTimestamp(value) !== undefined)
    .addFormat('email', email)
    .addKeyword({
      keyword: 'maxJsonBytes',
      validate: (limit: number, value: unknown) => fitsAsJson(value, limit),
    });
  const compiled = new WeakMap<Attribute, ValidateFunction>();
  return (attribute) => {
    let validate = compiled.get(attribute);
    if (!validate) compiled.set(attribute, (validate = ajv.compile(attribute.schema)));
    return validate;
  };
};

const allOf = validators(true);
const firstOf = validators(false);

/** A list or object of which only the first fault is told: each of half a million elements may be wrong. */
const isHuge = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > mostElements;

/** What is wrong with one value; undefined when nothing is. */
export const problemOf = (attribute: Attribute, value: unknown): AttributeErrors | undefined => {
  if (!isWellFormed(value)) return { invalid: true };
  const validate = (isHuge(value) ? firstOf : allOf)(attribute);
  if (!validate(value)) return kinds(validate.errors ?? []);
  return typeof value === 'string' && isReserved(attribute, value) ? { reserved: true } : undefined;
};

const isReserved = ({ reserved, chosenId }: Attribute, value: string): boolean =>
  (reserved?.includes(value) ?? false) || (chosenId === true && isUuid(value));

/** The errors of Ajv as error kinds of the API. */
const kinds = (errors: ErrorObject[]): AttributeErrors => {
  const found: AttributeErrors = {};
  for (const { keyword, params } of errors) {
    const { limit = propertiesLimit } = params as { limit?: number };
    Object.assign(found, problemOfKeyword(keyword, limit));
  }
  return found;
};

export const attributeOf = (operation: OperationContract, name: string): Attribute => {
  const attribute = operation.parameters?.[name] ?? operation.object.attributes[name];
  if (!attribute) throw new Error(`${operation.id} takes ${name}, which its object does not have`);
  return attribute;
};

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The value that was sent for an attribute, under its own name or an alternative one. */
const sentAs = ({ alternatives }: OperationContract, name: string, sent: JsonObject): unknown => {
  const own = (each: string): unknown => (Object.hasOwn(sent, each) ? sent[each] : undefined);
  const used = [name, ...(alternatives?.[name] ?? [])].find((each) => !isEmpty(own(each)));
  return own(used ?? name);
};

/**
 * Checks the body of an operation and collects all problems. Unknown attributes are ignored. Null becomes the default;
 * where the attribute is required, it is `empty`. Attributes that the operation does not take are not looked at: an
 * update compares those by `lockAgainst`.
 */
export const validateBody = (
  operation: OperationContract,
  sent: JsonObject,
): { values: Record<string, unknown>; problems: Problems } => {
  const problems = new Problems();
  const values: Record<string, unknown> = {};
  const partial = operation.kind === 'update';
  const names = new Set([...operation.takes, ...Object.keys(operation.parameters ?? {})]);
  for (const name of names) {
    const attribute = attributeOf(operation, name);
    const value = sentAs(operation, name, sent);
    const required = operation.requires.includes(name);
    if (value === undefined) {
      if (required && !partial) problems.add(name, { empty: true });
      else if (!partial && attribute.default !== undefined) values[name] = attribute.default;
    } else if (required && isEmpty(value)) {
      problems.add(name, { empty: true });
    } else if (value === null) {
      values[name] = attribute.default ?? null;
    } else {
      const problem = problemOf(attribute, value);
      if (problem) problems.add(name, problem);
      else values[name] = value;
    }
  }
  for (const [one, other] of operation.object.excludes ?? []) {
    if (names.has(one) && names.has(other) && !isEmpty(sent[one]) && !isEmpty(sent[other]))
      problems.conflict(one, other);
  }
  return { values, problems };
};

/**
 * Adds `locked` for each attribute that an update does not take, if it was sent and would change. `shown`: the object
 * as the API answers it now. A reference is unchanged if its id or its uuid was sent, a uuid in either case, an instant
 * in whatever form, and null asks for the default.
 */
export const lockAgainst = (
  operation: OperationContract,
  sent: JsonObject,
  shown: object,
  problems: Problems,
): void => {
  const current = shown as Record<string, unknown>;
  for (const [name, attribute] of Object.entries(operation.object.attributes)) {
    if (!Object.hasOwn(sent, name) || operation.takes.includes(name) || attribute.writeOnly) continue;
    if (!unchanged(name, attribute, sent[name], current[name])) problems.add(name, { locked: true });
  }
};

const isInstant = ({ schema }: Attribute): boolean => 'format' in schema && schema.format === 'date-time';

const unchanged = (name: string, attribute: Attribute, sent: unknown, current: unknown): boolean => {
  if (sent === undefined) return true;
  if (sent === null) return isEmpty(current) || JSON.stringify(current) === JSON.stringify(attribute.default);
  if (isInstant(attribute) && typeof sent === 'string' && typeof current === 'string')
    return sent === current || (parseTimestamp(sent) ?? NaN) === parseTimestamp(current);
  if (typeof current === 'object' && current !== null && !Array.isArray(current)) {
    const { id, uuid } = current as { id?: unknown; uuid?: unknown };
    if (typeof sent === 'string' || typeof sent === 'number') return sent === id || isSameUuid(sent, uuid);
    const other = sent as { id?: unknown; uuid?: unknown };
    if (uuid !== undefined && other.uuid !== undefined) return isSameUuid(other.uuid, uuid);
    if (id !== undefined && other.id !== undefined) return other.id === id;
  }
  if (name === 'uuid') return isSameUuid(sent, current);
  return JSON.stringify(sent) === JSON.stringify(current);
};
