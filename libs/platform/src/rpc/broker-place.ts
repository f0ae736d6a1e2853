import { readFileSync } from 'node:fs';
import type { SettingForm } from '../settings/settings.js';

/** Paths of PEM files: who signs for the broker, and who we are there. Each may be replaced at any time. */
export interface BrokerTlsFiles {
  ca?: string;
  cert?: string;
  key?: string;
}

/** Where the brokers of a cluster are. */
export interface BrokerPlace {
  /** `host:port` of each. */
  servers: string[];
  /** Nothing is said there but by TLS. */
  tls: boolean;
  /** Empty: it stands elsewhere who we are. */
  user: string;
  password: string;
}

/** One address or several, `nats://a:4222,nats://b:4222`. Who we are stands in the first, or in none. */
export const brokerUrls: SettingForm<string> = {
  wants: 'addresses such as nats://broker:4222 or tls://broker:4222, with commas between them',
  read: (given) => {
    const all = urlsOf(given).map((each) => (URL.canParse(each) ? new URL(each) : undefined));
    const right = all.every((url) => url && ['nats:', 'tls:'].includes(url.protocol) && url.host !== '');
    const schemes = new Set(all.map((url) => url?.protocol));
    return all.length > 0 && right && schemes.size === 1 ? given : undefined;
  },
};

/** What addresses say that `brokerUrls` has taken. */
export const brokerPlaceOf = (given: string): BrokerPlace => {
  const [first, ...rest] = urlsOf(given).map((each) => new URL(each));
  const { username, password, protocol } = first;
  return {
    servers: [first, ...rest].map(({ host }) => host),
    tls: protocol === 'tls:',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
};

const urlsOf = (given: string): string[] => given.split(/[\s,]+/).filter(Boolean);

/** @throws Error where a key has no certificate, or the other way round, or a file cannot be read */
export const brokerTlsOf = ({ ca, cert, key }: BrokerTlsFiles): BrokerTlsFiles | undefined => {
  if (Boolean(cert) !== Boolean(key))
    throw new Error('HOLDFAST_NATS_TLS_CERT and HOLDFAST_NATS_TLS_KEY must be set together');
  const files = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  for (const path of Object.values(files)) readFileSync(path);
  return Object.keys(files).length > 0 ? files : undefined;
};
