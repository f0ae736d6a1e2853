import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VcsRefusal, type RemoteSource } from '@holdfast/vcs-spi';
import type { OutgoingProxy } from '@holdfast/vcs-spi/engine';

/** Of a remote that says nothing for so long nothing is expected any more (seconds). */
const silence = 120;

/** Nothing that they say goes by another program. */
const configFile = ['[auth]', 'password-stores =', '[tunnels]', 'ssh = /nonexistent/ssh', ''].join('\n');

/**
 * Makes a directory with the configuration of programs that speak with one remote, by the proxy and by nothing else,
 * for as long as `work` lasts. Neither their arguments nor their environment have a secret.
 */
export const withClientConfig = async <T>(
  above: string,
  { username = '' }: RemoteSource,
  proxy: Pick<OutgoingProxy, 'port' | 'user' | 'password'>,
  work: (config: string) => Promise<T>,
): Promise<T> => {
  // `%(x)s` is the option x of this file, the words for the proxy among them.
  if (/\p{Cc}|%\(/u.test(username) || username.trim() !== username)
    throw new VcsRefusal('remote', 'Subversion cannot say a user name like this one');
  const config = join(above, randomUUID());
  await mkdir(config, { recursive: true, mode: 0o700 });
  try {
    await writeFile(join(config, 'config'), configFile, { mode: 0o600 });
    await writeFile(join(config, 'servers'), serversFile(username, proxy), { mode: 0o600 });
    return await work(config);
  } finally {
    await rm(config, { recursive: true, force: true });
  }
};

const serversFile = (
  username: string,
  { port, user, password }: Pick<OutgoingProxy, 'port' | 'user' | 'password'>,
): string =>
  [
    '[global]',
    ...['http-proxy-host = 127.0.0.1', `http-proxy-port = ${port}`, 'http-proxy-exceptions ='],
    ...[`http-proxy-username = ${user}`, `http-proxy-password = ${password}`],
    ...[`http-timeout = ${silence}`, 'store-auth-creds = no', 'store-passwords = no'],
    ...(username === '' ? [] : [`username = ${username}`]),
    '',
  ].join('\n');
