import type { RequestHead } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { packet } from './pkt-line.js';

/** What the engine is asked to carry an exchange out. */
export const engineRequests = {
  advertisement: { method: 'GET', path: '/advertise' },
  service: { method: 'POST', path: '/rpc' },
  session: { method: 'POST', path: '/session' },
} as const;

/** Git and its client talk as long as they like, over one connection. */
export const isSession = ({ exchange }: TransferGrant): boolean =>
  exchange.path === engineRequests.session.path;

export const isAdvertisement = ({ exchange }: TransferGrant): boolean =>
  exchange.path === engineRequests.advertisement.path;

/** In which a client names the versions of the protocol that it speaks. */
const protocolHeader = 'git-protocol';

export const isProtocolHeader = (name: string): boolean => name === protocolHeader;

/** Headers of a client that the engine looks at. */
export const engineHeaders = ({ headers }: RequestHead): Record<string, string> => {
  const protocol = headers[protocolHeader];
  return protocolHeaders(typeof protocol === 'string' ? protocol : undefined);
};

/** The same for what a client says by a variable of its environment. */
export const protocolHeaders = (protocol: string | undefined): Record<string, string> =>
  protocol === undefined ? {} : { [protocolHeader]: protocol };

/** The client's header, as it came. */
export const protocolOf = ({ exchange }: TransferGrant): string | undefined =>
  exchange.headers[protocolHeader];

/** `GIT_PROTOCOL` for a client's `Git-Protocol` header: the highest version that it names, and nothing else. */
export const protocolEnvironment = (header: string | undefined): Record<string, string> => {
  const versions = (header ?? '').split(':').flatMap((key) => /^version=([012])$/.exec(key)?.[1] ?? []);
  return versions.length === 0 ? {} : { GIT_PROTOCOL: `version=${versions.sort().at(-1)}` };
};

export const isVersionTwo = (environment: Record<string, string>): boolean => {
  return environment.GIT_PROTOCOL === 'version=2';
};

/** The line that older clients expect before the refs. */
export const serviceLine = (service: string): Buffer => {
  return Buffer.from(`${packet(`# service=git-${service}\n`)}0000`);
};
