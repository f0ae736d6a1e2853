import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { VcsRefusal } from '../vcs-refusal.js';
import { checkedAddress } from './checked-address.js';
import type { OutgoingSettings } from './outgoing-proxy.js';

/** Of the other side nothing is expected any more that is silent for so long (ms). */
const usualSilence = 120_000;

interface OutgoingAsk {
  method: 'GET' | 'POST' | 'OPTIONS';
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
}

/**
 * One request of ours to another host, by the rule of the proxy: the name is looked up once, the address that was found
 * is checked, and is what is connected to. Redirects are not followed.
 * @throws VcsRefusal `remote`
 */
export const outgoingRequest = async (
  url: URL,
  { method, headers, body, signal }: OutgoingAsk,
  { networks, names }: OutgoingSettings,
  silence = usualSilence,
): Promise<IncomingMessage> => {
  const address = await checkedAddress(url, networks, names);
  const family = isIP(address);
  const lookup = (_host: string, options: { all?: boolean }, found: Found): void =>
    options.all ? found(null, [{ address, family }]) : found(null, address, family);
  const begin = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const asked = begin(url, {
      ...{ method, headers: { ...headers, ...length }, signal, timeout: silence, agent: false },
      lookup,
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => reject(new VcsRefusal('remote', 'the connection to the remote broke off')));
    asked.once('response', resolve);
    // Without an error where the other side switches to another protocol, which nobody has asked for.
    asked.once('close', () => reject(new VcsRefusal('remote', 'what the remote sends is not understood')));
    asked.end(body);
  });
};

type Found = (error: null, address: string | { address: string; family: number }[], family?: number) => void;
