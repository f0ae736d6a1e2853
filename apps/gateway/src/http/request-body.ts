import type { IncomingMessage } from 'node:http';
import { DomainError, isJsonObject, mustBeModest, type JsonObject, type JsonValue } from '@holdfast/kernel';
import { formLimit, formOf } from './form-body.js';

/** Most bytes of a JSON body that goes on as a message. */
export const bodyLimit = 1024 * 1024;

export type JsonBody = JsonObject | unknown[];

/** Whether the request carries a body at all. */
export const hasBody = (request: Pick<IncomingMessage, 'headers'>): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** How a body is read. */
export interface BodyReading {
  /** It may be a form. */
  forms: boolean;
  /** Lets a client that waits for `100 Continue` send it. */
  proceed: () => void;
  /** All of it, which are so many bytes at most. */
  bytes: (limit: number) => Promise<Buffer>;
  /** Does what takes the longer the more bytes there are. Absent: at once. */
  parse?: <T>(size: number, parse: () => T) => Promise<T>;
}

/**
 * What the body of an API request is: JSON, or a form where the operation takes forms; undefined: there is none.
 * @throws DomainError `unsupported_media_type`
 */
export const bodyTypeOf = (request: IncomingMessage, forms: boolean): 'json' | 'form' | undefined => {
  const { 'content-type': type = '', 'content-encoding': encoding } = request.headers;
  const media = type.split(';', 1)[0].trim().toLowerCase();
  const isForm = forms && (media === 'application/x-www-form-urlencoded' || media === 'multipart/form-data');
  const readable = (isJson(media) || isForm) && (!encoding || encoding === 'identity');
  if (!hasBody(request)) return undefined;
  if (!readable) throw new DomainError('unsupported_media_type');
  return isForm ? 'form' : 'json';
};

/** @throws DomainError `too_large` where a body says that it has more bytes */
export const refuseLonger = ({ headers }: IncomingMessage, most: number): void => {
  if (Number(headers['content-length'] ?? 0) > most) throw new DomainError('too_large');
};

/**
 * Reads the body of an API request: JSON, or a form (`formLimit`) where the operation takes forms.
 * @throws DomainError `unsupported_media_type`, `too_large`, `malformed`, and what `bytes` throws
 */
export const readBody = async (
  request: IncomingMessage,
  { forms, proceed, bytes: read, parse }: BodyReading,
): Promise<JsonBody> => {
  const type = bodyTypeOf(request, forms);
  if (!type) return {};
  const limit = type === 'form' ? formLimit : bodyLimit;
  refuseLonger(request, limit);
  proceed();
  const bytes = await read(limit);
  if (type === 'json') return parse ? parse(bytes.length, () => jsonOf(bytes)) : jsonOf(bytes);
  return bytes.length === 0 ? {} : formOf(request.headers['content-type'] ?? '', bytes);
};

const isJson = (type: string): boolean =>
  type === 'application/json' || /^application\/[^/]+\+json$/.test(type);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * What the bytes of a JSON body say; none are `{}`. In the place of a number that is too large for ours stands a text
 * that is `invalid` wherever it is taken.
 * @throws DomainError `malformed`, `too_large`
 */
export const jsonOf = (bytes: Buffer): JsonBody => {
  if (bytes.length === 0) return {};
  mustBeModest(bytes);
  let value: unknown;
  try {
    value = storable(JSON.parse(utf8.decode(bytes)));
  } catch {
    throw new DomainError('malformed');
  }
  if (!Array.isArray(value) && !isJsonObject(value)) throw new DomainError('malformed');
  return value;
};

/**
 * The value, changed: an infinite number would go on as null, which asks for the default. This takes less time than to
 * look for such numbers in the text.
 */
const storable = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : '\0';
  if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) value[at] = storable(value[at]);
  else if (isJsonObject(value))
    for (const name of Object.keys(value)) value[name] = storable(value[name]) as JsonValue;
  return value;
};
