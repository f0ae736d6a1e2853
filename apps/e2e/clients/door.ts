import { access } from '../system.js';
import type { Person } from '../world.js';

/** The path of an address of the installation, as it stands in a request. */
export const pathOf = (url: string): string => new URL(url, access.site_url).pathname;

/** One request to a repository's address; as nobody without a person. */
export const ask = (
  method: string,
  url: string,
  person?: Pick<Person, 'basic'>,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
): Promise<Response> =>
  fetch(url, {
    method,
    headers: { ...(person ? { authorization: person.basic } : {}), ...headers },
    body,
    redirect: 'manual',
  });
