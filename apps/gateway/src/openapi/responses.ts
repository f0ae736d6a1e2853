import { refusalsOf, type OperationContract } from '@holdfast/contracts';
import { errorCatalogue, type ErrorCode } from '@holdfast/kernel';
import { publicAnswer, ref, schemaName, type Json } from './schemas.js';

const errorHeaders: Partial<Record<ErrorCode, Json>> = {
  unauthenticated: { 'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' } },
  method_not_allowed: { Allow: { $ref: '#/components/headers/Allow' } },
  too_many_requests: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  unavailable: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
};

const answerHeaders: Json = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'X-Api-Version': { $ref: '#/components/headers/ApiVersion' },
};

/** The error envelope under a code. */
export const errorResponse = (code: ErrorCode): Json => ({
  description: errorCatalogue[code].phrase,
  headers: { ...answerHeaders, ...errorHeaders[code] },
  content: { 'application/json': { schema: ref('Error') } },
});

const metadataOf = ({ metadata }: OperationContract): Json => {
  if (!metadata) return ref('Metadata');
  const properties = Object.fromEntries(
    Object.entries(metadata).map(([name, attribute]) => [name, publicAnswer(attribute)]),
  );
  return { allOf: [ref('Metadata'), { type: 'object', properties }] };
};

/** Everything that an operation may answer, by status. */
export const responses = (operation: OperationContract): Json => {
  const { kind, object, bare, status, batch, method } = operation;
  const single = bare ? ref('Envelope') : ref(schemaName(object.name));
  const element = { anyOf: [ref(schemaName(object.name)), ref('Error')] };
  const list = {
    type: 'object',
    required: ['metadata', 'results'],
    properties: {
      metadata: metadataOf(operation),
      results: { type: 'array', items: kind === 'list' ? ref(schemaName(object.name)) : element },
    },
  };
  const shown = kind === 'list' ? list : single;
  const json = {
    'application/json': {
      schema:
        method === 'GET' ? { anyOf: [shown, ref('Privileges')] } : batch ? { anyOf: [shown, list] } : shown,
    },
  };
  const success: Json = {
    description: kind === 'list' ? `A page of ${object.plural.replace(/_/g, ' ')}.` : 'Done.',
    headers: {
      ...answerHeaders,
      ...(method === 'GET' ? { ETag: { $ref: '#/components/headers/EntityTag' } } : {}),
    },
    content: kind === 'bytes' ? { ...anyBytes, ...privilegesOnly } : json,
  };
  const errors = Object.fromEntries(
    refusalsOf(operation).map((code) => [
      String(errorCatalogue[code].status),
      { $ref: `#/components/responses/${schemaName(code)}` },
    ]),
  );
  return {
    [String(status)]: success,
    ...(kind === 'bytes' ? partial : {}),
    ...(batch
      ? {
          '207': {
            description: 'A batch of which some were created.',
            content: { 'application/json': { schema: list } },
          },
        }
      : {}),
    ...(method === 'GET' ? { '304': { description: 'Unchanged.' } } : {}),
    ...errors,
    ...(batch ? { '422': refusedBatch(list) } : {}),
  };
};

const errorBody: Json = { 'application/json': { schema: ref('Error') } };
const anyBytes: Json = { '*/*': { schema: { type: 'string', format: 'binary' } } };
const privilegesOnly: Json = { 'application/json': { schema: ref('Privileges') } };

/** What conditions and ranges lead to besides. */
const partial: Json = {
  '206': { description: 'The part that was asked for.', content: anyBytes },
  '412': { description: 'The file is not the one that the request is about.', content: errorBody },
  '416': { description: 'No such part.', content: errorBody },
};

/** One object is refused in the error envelope, a batch of which nothing was created as a list. */
const refusedBatch = (list: Json): Json => ({
  description: errorCatalogue.invalid.phrase,
  headers: answerHeaders,
  content: { 'application/json': { schema: { anyOf: [ref('Error'), list] } } },
});
