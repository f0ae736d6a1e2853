import {
  allObjects,
  allOperations,
  batchLimit,
  errorKinds,
  isRepeatable,
  listParameters,
  mostSearched,
  relationParameters,
  text,
  type Attribute,
  type OperationContract,
} from '@holdfast/contracts';
import { errorCatalogue, type ErrorCode } from '@holdfast/kernel';
import { errorResponse, responses } from './responses.js';
import { bodySchema, objectSchema, schemaName, sentSchema, type Json } from './schemas.js';

export interface DocumentOptions {
  siteUrl: string;
  vendor: string;
  version: string;
}

/** The OpenAPI 3.1 document of the whole API, derived from the contracts. */
export const openApiDocument = ({ siteUrl, vendor, version }: DocumentOptions): Json => {
  const paths: Record<string, Json> = {};
  for (const operation of allOperations) {
    const path = operation.path.replace(/:([a-z_]+)/g, '{$1}');
    (paths[path] ??= {})[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Holdfast API',
      version,
      summary: 'Version control and artifact repositories inside projects of companies.',
      description:
        'Every request names the version in `Accept`, and carries both keys in `Authorization`. ' +
        'Bodies may be flat or nested under the name of the object.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${siteUrl}/api` }],
    security: [{ keys: [] }],
    tags: [...allObjects.values()].map(({ name, description }) => ({
      name: schemaName(name),
      ...(description ? { description } : {}),
    })),
    paths,
    components: {
      securitySchemes: {
        keys: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: `\`${vendor}.company_key="…",account_key="…"\``,
        },
      },
      headers: {
        RequestId: {
          description: 'The id of the request, the caller’s if it sent a sane one.',
          schema: { type: 'string' },
        },
        ApiVersion: { description: 'The version that answered.', schema: { type: 'string' } },
        EntityTag: { description: 'For `If-None-Match`.', schema: { type: 'string' } },
        Allow: { description: 'The methods of the path.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
        Authenticate: { description: 'The scheme of the Authorization header.', schema: { type: 'string' } },
      },
      parameters: components(),
      schemas: {
        ...baseSchemas,
        ...Object.fromEntries(
          [...allObjects.values()].map((object) => [schemaName(object.name), objectSchema(object)]),
        ),
      },
      responses: Object.fromEntries(
        (Object.keys(errorCatalogue) as ErrorCode[]).map((code) => [schemaName(code), errorResponse(code)]),
      ),
    },
  };
};

const baseSchemas: Json = {
  Envelope: {
    type: 'object',
    required: ['api_status', 'api_timestamp'],
    properties: {
      api_status: { type: 'integer', description: 'HTTP status of this object.' },
      api_timestamp: { type: 'string', format: 'date-time', description: 'When the answer was made, UTC.' },
    },
  },
  Reference: {
    type: 'object',
    description: 'A reference to another object.',
    properties: { id: { type: 'string' }, uuid: { type: 'string' }, type: { type: 'string' } },
  },
  Metadata: {
    type: 'object',
    required: ['more_results', 'next_offset', 'count'],
    properties: {
      more_results: { type: 'boolean' },
      next_offset: { type: 'integer' },
      count: { type: 'integer', description: 'Results of this page.' },
    },
  },
  Privileges: {
    allOf: [
      { $ref: '#/components/schemas/Envelope' },
      {
        type: 'object',
        properties: {
          create: { type: 'boolean' },
          read: { type: 'boolean' },
          update: { type: 'boolean' },
          delete: { type: 'boolean' },
        },
      },
    ],
  },
  AttributeErrors: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(errorKinds).map(([kind, { said }]) => [kind, said])),
  },
  Error: {
    type: 'object',
    required: ['api_status', 'api_message', 'api_timestamp'],
    properties: {
      api_status: { type: 'integer' },
      api_message: { type: 'string' },
      api_timestamp: { type: 'string', format: 'date-time' },
      api_errors: {
        type: 'object',
        description: 'With 422: what is wrong, by attribute.',
        additionalProperties: { $ref: '#/components/schemas/AttributeErrors' },
      },
      request_id: { type: 'string', description: 'With 500.' },
    },
  },
};

const parameter = (name: string, attribute: Attribute): Json => ({
  name,
  in: 'query',
  ...(attribute.description ? { description: attribute.description } : {}),
  schema: sentSchema({ ...attribute, description: undefined }),
});

const components = (): Json => ({
  ...Object.fromEntries(
    Object.entries({ ...listParameters, ...relationParameters }).map(([name, attribute]) => [
      name,
      parameter(name, attribute),
    ]),
  ),
  privileges: {
    name: 'privileges',
    in: 'query',
    allowEmptyValue: true,
    description: 'Answers what the caller may do here instead of the object.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A retry with the same key within 24 hours gets the answer of the first request. An answer with a key is not kept: a retry for it is carried out again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  requestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Passed on to logs and answers.',
    schema: { type: 'string' },
  },
});

const describe = (operation: OperationContract): Json => {
  const { id, object, kind, path, privilege, summary, method } = operation;
  const parameters: Json[] = [...path.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const named = [
    ...(kind === 'list' ? Object.keys(listParameters) : []),
    ...(kind === 'list' || kind === 'show' ? Object.keys(relationParameters) : []),
    ...(method === 'GET' && privilege !== 'public' ? ['privileges'] : []),
    ...(isRepeatable(operation) ? ['idempotencyKey'] : []),
    'requestId',
  ];
  parameters.push(...named.map((name) => ({ $ref: `#/components/parameters/${name}` })));
  for (const [name, description] of Object.entries((kind === 'list' && object.filters) || {}))
    parameters.push(parameter(name, text({ min: 1, max: mostSearched, description })));
  for (const [name, attribute] of Object.entries(operation.query ?? {}))
    parameters.push(parameter(name, attribute));
  const body = bodySchema(operation);
  return {
    operationId: id.replace(/\./g, '_'),
    tags: [schemaName(object.name)],
    summary:
      summary ??
      `${operation.verb.replace(/_/g, ' ')} ${(kind === 'list' ? object.plural : object.name).replace(/_/g, ' ')}`,
    description: privilege === 'public' ? 'Needs no keys.' : `Privilege: \`${privilege}\`.`,
    ...(privilege === 'public' ? { security: [] } : {}),
    parameters,
    ...(body ? { requestBody: requestBody(operation, body) } : {}),
    responses: responses(operation),
  };
};

const requestBody = (operation: OperationContract, body: Json): Json => {
  const { name, plural } = operation.object;
  const shapes: Json[] = [body, { type: 'object', required: [name], properties: { [name]: body } }];
  if (operation.batch) {
    const many = { type: 'array', items: body, minItems: 1, maxItems: batchLimit };
    shapes.push(many, { type: 'object', required: [plural], properties: { [plural]: many } });
  }
  const form = operation.forms
    ? { 'application/x-www-form-urlencoded': { schema: body }, 'multipart/form-data': { schema: body } }
    : {};
  return { content: { 'application/json': { schema: { anyOf: shapes } }, ...form } };
};
