/** What a program of git needs to speak with one remote. */
export interface RemoteAccess {
  url: string;
  username?: string;
  password?: string;
  proxy: { port: number; user: string; password: string };
}

/** The name by which a program finds the remote in its configuration. */
export const remoteName = 'source';

/**
 * The configuration of one program that speaks with a remote, for a file that nobody else can read: neither arguments
 * nor the environment of a process have a secret. Nothing but http and https is spoken, and no answer leads elsewhere.
 */
export const remoteConfig = ({ url, username, password, proxy }: RemoteAccess): string => {
  const way = `http://${proxy.user}:${proxy.password}@127.0.0.1:${proxy.port}`;
  const login = `${username ?? ''}:${password ?? ''}`;
  return [
    '[http]',
    ...['\tfollowRedirects = false', `\tproxy = ${quoted(way)}`, '\tproxyAuthMethod = basic'],
    // Of a remote that sends nothing for so long (bytes a second, seconds) nothing is expected any more.
    ...['\tlowSpeedLimit = 1', '\tlowSpeedTime = 120'],
    ...(login === ':'
      ? []
      : [
          `[http ${quoted(url)}]`,
          `\textraHeader = ${quoted(`Authorization: Basic ${Buffer.from(login).toString('base64')}`)}`,
        ]),
    ...['[protocol]', '\tallow = never', '[protocol "http"]', '\tallow = always'],
    ...['[protocol "https"]', '\tallow = always'],
    ...common(url),
  ].join('\n');
};

/** The same for a program that reads a file of a repository (`git bundle`), and nothing else. */
export const fileConfig = (path: string): string =>
  ['[protocol]', '\tallow = never', '[protocol "file"]', '\tallow = always', ...common(path)].join('\n');

const common = (url: string): string[] => [
  ...['[credential]', '\thelper =', `[remote "${remoteName}"]`, `\turl = ${quoted(url)}`],
  ...['[fetch]', '\tfsckObjects = true', '\tunpackLimit = 1', '\trecurseSubmodules = false'],
  ...['[fetch "fsck"]', ...bearable.map((fault) => `\t${fault} = ignore`), ''],
];

/** What programs of long ago have made, and what does no harm. */
const bearable = ['badTimezone', 'missingSpaceBeforeDate', 'zeroPaddedFilemode'];

/** Has `index-pack` look into objects as a fetch does. */
export const strictly = `--strict=${bearable.map((fault) => `${fault}=ignore`).join(',')}`;

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
