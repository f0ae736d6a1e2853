import { batchLimit, type OperationContract } from '@holdfast/contracts';
import { DomainError, isJsonObject, type JsonObject } from '@holdfast/kernel';
import type { JsonBody } from '../http/request-body.js';

export type Shape = { one: JsonObject } | { many: unknown[] };

/**
 * What a body asks for: one object, flat or nested under its name, or many, as an array or under the plural.
 * @throws DomainError `malformed` where an array makes no sense
 */
export const shapeOf = (operation: OperationContract, body: JsonBody): Shape => {
  if (Array.isArray(body)) {
    if (!operation.batch) throw new DomainError('malformed');
    return { many: body };
  }
  const [names, plurals] = wordsOf(operation);
  const nested = onlyValue(body, names);
  if (isJsonObject(nested)) return { one: nested };
  const listed = operation.batch ? onlyValue(body, plurals) : undefined;
  return Array.isArray(listed) ? { many: listed } : { one: body };
};

const wordsOf = ({ object: { name, plural, alsoCalled } }: OperationContract): [string[], string[]] =>
  alsoCalled
    ? [
        [name, alsoCalled[0]],
        [plural, alsoCalled[1]],
      ]
    : [[name], [plural]];

/** What stands under one of these words, if it is all that there is. */
const onlyValue = (body: JsonObject, words: readonly string[]): unknown => {
  const keys = Object.keys(body);
  return keys.length === 1 && words.includes(keys[0]) ? body[keys[0]] : undefined;
};

/** @throws DomainError `invalid` when a batch has the wrong size */
export const mustFit = ({ object }: OperationContract, shape: Shape): void => {
  if (!('many' in shape)) return;
  const { length } = shape.many;
  if (length === 0) throw DomainError.invalid({ [object.plural]: { minimum: 1 } });
  if (length > batchLimit) throw DomainError.invalid({ [object.plural]: { maximum: batchLimit } });
};

/** One element of a batch, flat or nested; undefined when it is no object. */
export const elementOf = (operation: OperationContract, element: unknown): JsonObject | undefined => {
  if (!isJsonObject(element)) return undefined;
  const nested = onlyValue(element, wordsOf(operation)[0]);
  return isJsonObject(nested) ? nested : element;
};
