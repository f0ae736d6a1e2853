import type { BelowKind, DoorRefusal, RequestHead } from '@holdfast/kernel';
import type { AskedTransfer } from '@holdfast/vcs-spi';
import { lfsType, type LfsService } from '../lfs/lfs-protocol.js';
import { one, wrongMethod } from './head-problems.js';

/** Everything of LFS stands below the address of the repository, at `info/lfs/`. */
const form = /^(.*[^/])\/{1,2}info\/lfs\/(.*)$/s;
const below = [
  [/^objects\/batch$/, { POST: 'lfs-batch' }],
  [/^objects\/[0-9a-f]{64}$/, { GET: 'lfs-download', HEAD: 'lfs-download' }],
  [/^objects\/[0-9a-f]{64}\/(?:0|[1-9]\d{0,14})$/, { PUT: 'lfs-upload' }],
  [/^verify$/, { POST: 'lfs-verify' }],
  [/^locks$/, { GET: 'lfs-locks', HEAD: 'lfs-locks', POST: 'lfs-lock' }],
  [/^locks\/verify$/, { POST: 'lfs-lock' }],
  [/^locks\/[0-9a-f]{24}\/unlock$/, { POST: 'lfs-lock' }],
] as const satisfies readonly (readonly [RegExp, Readonly<Record<string, LfsService>>])[];

/** Headers of a client that say which part of a file it wants, and what it has already. */
const passedHeaders = ['range', 'if-range', 'if-none-match', 'if-match'];

/** The two parts of an address below which LFS is spoken; undefined: it is none. */
export const lfsAddress = ({
  rest,
}: Pick<BelowKind, 'rest'>): { raw: string; action: string } | undefined => {
  const [, raw, action] = form.exec(rest) ?? [];
  return raw === undefined ? undefined : { raw, action };
};

/** What a client of LFS asks of a repository; undefined: there is no such thing. */
export const askedOfLfs = (
  head: RequestHead,
  repository: string,
  action: string,
  query: string,
): AskedTransfer | undefined => {
  const methods = methodsOf(action);
  if (!methods) return undefined;
  const { method = '' } = head;
  const service = methods[method] ?? Object.values(methods)[0];
  const path = `/lfs/${action}${service === 'lfs-locks' && query !== '' ? `?${query}` : ''}`;
  const reads = method === 'GET' || method === 'HEAD';
  const refused =
    methods[method] === undefined ? wrongMethod(Object.keys(methods).join(', ')) : malformed(head, service);
  return {
    repository,
    service,
    exchange: { method: reads ? 'GET' : method, path, headers: reads ? passed(head) : {} },
    ...(refused ? { refused } : {}),
  };
};

const methodsOf = (action: string): Readonly<Record<string, LfsService>> | undefined =>
  below.find(([path]) => path.test(action))?.[1];

const malformed = ({ method, headers }: RequestHead, service: LfsService): DoorRefusal | undefined => {
  if (!/^(?:|identity)$/i.test(one(headers['content-encoding'])))
    return { status: 415, reason: 'the body must be sent plain' };
  if (method !== 'POST' || service === 'lfs-upload') return undefined;
  const type = one(headers['content-type']).split(';')[0].trim().toLowerCase();
  return type === lfsType ? undefined : { status: 415, reason: `the content type must be ${lfsType}` };
};

const passed = ({ headers }: RequestHead): Record<string, string> =>
  Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = one(headers[name]);
      return value === '' ? [] : [[name, value] as const];
    }),
  );
