import type { IncomingMessage } from 'node:http';
import { withoutLast } from '@holdfast/kernel';
import type { RemoteSource } from '@holdfast/vcs-spi';
import { outgoingRequest } from '@holdfast/vcs-spi/engine';

interface Asking {
  networks: readonly string[];
  signal: AbortSignal;
}

const question =
  '<?xml version="1.0" encoding="utf-8"?><D:options xmlns:D="DAV:"><D:activity-collection-set/></D:options>';

/**
 * Whether a repository begins above this address; undefined: its server does not say so (since 1.7 it does), or not to
 * us: it asks for another sort of login than Basic, or its certificate is of an authority that only the system knows.
 * A program of Subversion that could be asked follows redirects to addresses of any sort, past the proxy.
 */
export const beginsAbove = async (
  url: URL,
  { username = '', password = '' }: Omit<RemoteSource, 'url'>,
  asking: Asking,
): Promise<boolean | undefined> => {
  const login = Buffer.from(`${username}:${password}`).toString('base64');
  const ask = async (more: Record<string, string>): Promise<IncomingMessage | undefined> => {
    const headers = { 'content-type': 'text/xml; charset=utf-8', ...more };
    const asked = { method: 'OPTIONS' as const, headers, body: question, signal: asking.signal };
    const answer = await outgoingRequest(url, asked, { networks: asking.networks }).catch(() => undefined);
    answer?.destroy();
    return answer;
  };
  let answer = await ask({});
  // What asks for another sort of login is not told this one.
  const wantsBasic = /(?:^|,)\s*basic\b/i.test(answer?.headers['www-authenticate'] ?? '');
  if (answer?.statusCode === 401 && wantsBasic) answer = await ask({ authorization: `Basic ${login}` });
  const root = answer?.headers['svn-repository-root'];
  return typeof root === 'string' && root !== '' ? placeOf(root) !== placeOf(url.pathname) : undefined;
};

const placeOf = (path: string): string => {
  const trimmed = withoutLast(path, '/');
  try {
    return decodeURIComponent(trimmed);
  } catch {
    return trimmed;
  }
};

/** What whoever imports is told where it cannot be known. */
export const maybeAbove =
  'the server does not tell where the repository begins: if that is above this address, only what is below has come';
