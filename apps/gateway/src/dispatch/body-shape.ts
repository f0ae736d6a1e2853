import { batchLimit, type OperationContract } from '@holdfast/contracts';
import { DomainError, isJsonObject, type JsonObject } from '@holdfast/kernel';
import type { JsonBody } from '../http/request-body.js';

export type Shape = { one: JsonObject } | { many: unknown[] };

/**
 * What a body asks for: one object, flat or nested under its name, or many, as an array or under the plural.
 * @throws DomainError `malformed` where an array makes no sense
 */
export const shapeOf = (operation: OperationContract, body: JsonBody): Shape => {
  const { name, plural } = operation.object;
  if (Array.isArray(body)) {
    if (!operation.batch) throw new DomainError('malformed');
    return { many: body };
  }
  const keys = Object.keys(body);
  if (keys.length === 1 && Object.hasOwn(body, name) && isJsonObject(body[name])) return { one: body[name] };
  const listed = operation.batch && Object.hasOwn(body, plural) ? body[plural] : undefined;
  if (keys.length === 1 && Array.isArray(listed)) return { many: listed };
  return { one: body };
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
  const nested = element[operation.object.name];
  return Object.keys(element).length === 1 && isJsonObject(nested) ? nested : element;
};
