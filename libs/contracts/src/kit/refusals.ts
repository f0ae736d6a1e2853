import { errorCatalogue, type ErrorCode } from '@holdfast/kernel';
import type { OperationContract } from './operation.js';

/** Whether the header `Idempotency-Key` has an effect on it. */
export const isRepeatable = ({ method, privilege }: OperationContract): boolean =>
  method === 'POST' && privilege !== 'public';

/**
 * Whether it may leave more in the database than was there. What is for those who are not logged in yet is left out:
 * it is bounded by address, and whoever shall make room has to get in.
 */
export const makesRows = ({ method, privilege }: OperationContract): boolean =>
  (method === 'POST' || method === 'PUT') && privilege !== 'public';

const isCode = (error: string): error is ErrorCode => Object.hasOwn(errorCatalogue, error);

/** The codes of all errors that an operation may answer, in the order in which documents list them. */
export const refusalsOf = (operation: OperationContract): readonly ErrorCode[] => {
  const { privilege, path, method, errors = [] } = operation;
  const codes: ErrorCode[] = [];
  if (privilege !== 'public') codes.push('unauthenticated', 'forbidden', 'too_many_requests');
  if (path.includes(':')) codes.push('not_found');
  codes.push('not_acceptable');
  if (method === 'POST' || method === 'PUT')
    codes.push('malformed', 'timed_out', 'too_large', 'unsupported_media_type');
  codes.push('invalid');
  if (isRepeatable(operation)) codes.push('conflict');
  codes.push(...errors.filter(isCode), 'fault', 'unavailable');
  if (makesRows(operation)) codes.push('storage_full');
  return [...new Set(codes)];
};

/** What may be wrong with single attributes, beyond limits and types: `<attribute>.<kind>`. */
export const attributeRefusalsOf = ({ errors = [] }: OperationContract): readonly string[] =>
  errors.filter((error) => !isCode(error));
