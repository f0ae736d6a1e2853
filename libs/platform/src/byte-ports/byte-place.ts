import { isIP } from 'node:net';
import type { ListenAddress } from '../settings/listen-address.js';
import type { SettingForm } from '../settings/settings.js';
import type { ByteTlsFiles } from './byte-tls.js';

/** Where a process serves bytes. */
export interface BytePlace extends ListenAddress {
  /** What it tells others, `http://host:port`; absent: what it listens on. */
  url?: string;
  /** With which it speaks TLS; absent: it does not. */
  tls?: ByteTlsFiles;
}

/** Nobody but this machine gets there. */
export const loopbackPlace: BytePlace = { host: '127.0.0.1', port: 0 };

/** What others are told of a byte port. */
export const byteUrl: SettingForm<string> = {
  wants: 'an address such as http://repository-0.repository:7070',
  read: (given) => {
    const [, port] = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})$/.exec(given) ?? [];
    return Number(port) >= 1 && Number(port) <= 65_535 ? given : undefined;
  },
};

const ofAllNetworks = new Set(['0.0.0.0', '::']);

/** @throws Error where nobody could know how to reach it */
export const bytePlaceOf = (
  listen: ListenAddress | undefined,
  url: string | undefined,
  tls?: ByteTlsFiles,
): BytePlace => {
  if (url !== undefined && url.startsWith('https:') !== (tls !== undefined))
    throw new Error(
      'HOLDFAST_BYTES_URL must begin with https:// where HOLDFAST_BYTES_TLS_CERT is set, and only there',
    );
  if (url === undefined && listen && ofAllNetworks.has(listen.host))
    throw new Error(
      `HOLDFAST_BYTES_URL is not set: it must be ${byteUrl.wants}, where the port listens on all`,
    );
  return { ...(listen ?? loopbackPlace), ...(url === undefined ? {} : { url }), ...(tls && { tls }) };
};

/** What others are told. `port`: on which it listens. */
export const toldOf = ({ host, url, tls }: BytePlace, port: number): string =>
  url ?? `${tls ? 'https' : 'http'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
