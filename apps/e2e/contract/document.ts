import { access } from '../system.js';

export interface Schema {
  type?: string | string[];
  enum?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

/** An operation as the served contract describes it. */
export interface Operation {
  id: string;
  method: string;
  /** Template with `{name}` parameters. */
  path: string;
  /** Whether keys are needed. */
  open: boolean;
  /** The flat form of the body; absent when it takes none. */
  body?: Schema;
  /** Names of the query parameters. */
  query: string[];
  batch: boolean;
}

interface Described {
  operationId: string;
  security?: unknown[];
  parameters: { $ref?: string; name?: string; in?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const parameterName = ({ $ref, name }: Described['parameters'][number]): string =>
  $ref ? $ref.slice($ref.lastIndexOf('/') + 1) : (name ?? '');

/** Every operation of the contract that the installation serves. */
export const servedOperations = async (): Promise<Operation[]> => {
  const document = (await (await fetch(`${access.api_url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, parameters, requestBody }]) => {
      const shapes = requestBody?.content['application/json'].schema.anyOf ?? [];
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        open: security?.length === 0,
        ...(shapes.length ? { body: shapes[0] } : {}),
        query: parameters.filter((each) => each.in !== 'path').map(parameterName),
        batch: shapes.length > 2,
      };
    }),
  );
};
