import { hmacSha256 } from '@holdfast/kernel';

/**
 * One decision about reads of one sort, by one caller, in one repository. It is shown to nobody: whoever has it seals
 * each request with the secret, so that what passes on the way is good for that request, once.
 */
export interface ReadPermit {
  name: string;
  secret: string;
}

/** So many requests are good with one permit, numbered from 0. */
export const permitUses = 1024;

/** In which headers a request to a byte process says what it comes with, instead of a ticket. */
export const permitHeaders = { use: 'x-hf-permit', exchange: 'x-hf-exchange' } as const;

/** What the engine gets besides method and path. */
export interface PermittedExchange {
  headers: Readonly<Record<string, string>>;
  requestId: string;
}

export const writtenExchange = (exchange: PermittedExchange): string =>
  Buffer.from(JSON.stringify(exchange)).toString('base64url');

export const readExchange = (text: string): PermittedExchange =>
  JSON.parse(Buffer.from(text, 'base64url').toString()) as PermittedExchange;

/** A request as it is sealed; `exchange`: as it is written. */
export interface SealedRequest {
  method: string;
  path: string;
  exchange: string;
}

/** Proves that who made the request has the permit. */
export const sealOf = (
  { name, secret }: ReadPermit,
  number: number,
  { method, path, exchange }: SealedRequest,
): string => hmacSha256(secret, [name, number, method, path, exchange].join('\n'));
