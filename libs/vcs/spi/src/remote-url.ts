import { isIP } from 'node:net';
import { outgoingAddresses } from '@holdfast/kernel';

/** More characters are no address that somebody means. */
const longest = 2_000;

/**
 * The address of a remote in the form in which programs get it; undefined: it is none. It names http or https and a
 * host, and no user, query or fragment: secrets would stand in arguments.
 */
export const remoteUrl = (text: string): URL | undefined => {
  if (text.length > longest || /[\s\p{Cc}\\]/u.test(text) || !/^https?:\/\/[^/]/i.test(text))
    return undefined;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || /[?#@]/.test(text) || url.hostname === '') return undefined;
  // The parser takes a host of digits for an address, and leaves none that begins like an option.
  return url.hostname.startsWith('-') || url.port === '0' ? undefined : url;
};

/** Whether it can be told at once that this machine does not connect to it: its host is an address. */
export const isRefusedHost = ({ hostname }: URL, networks: readonly string[]): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) === 0) return /(^|\.)localhost$/i.test(host) && !networks.some(isLoopback);
  return !outgoingAddresses(networks)(host);
};

const isLoopback = (network: string): boolean => network.startsWith('127.') || network.startsWith('::1');
