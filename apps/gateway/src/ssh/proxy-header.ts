import { isIP, type Socket } from 'node:net';

/** What a load balancer has said before its client (the PROXY protocol of HAProxy, versions 1 and 2). */
export interface ProxyHeader {
  /** Of the client; absent: the balancer speaks for itself, or does not know. */
  address?: string;
  /** Bytes of the header. */
  length: number;
}

const first = Buffer.from('PROXY ');
const second = Buffer.from([0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]);
/** Of a line of version 1. */
const longestLine = 107;
/** Version 2 tells in two bytes how much follows. */
const fixed = 16;
/** More than addresses and some extensions (bytes). */
const longest = 4096;

/**
 * The header at the beginning of what has come; `none`: the client itself speaks; `more`: it is not whole yet.
 * @throws where it is one that cannot be read
 */
export const proxyHeader = (bytes: Buffer): ProxyHeader | 'none' | 'more' => {
  if (begins(bytes, first)) return bytes.length < first.length ? 'more' : lineOf(bytes);
  if (begins(bytes, second)) return bytes.length < fixed ? 'more' : binaryOf(bytes);
  return 'none';
};

const begins = (bytes: Buffer, with_: Buffer): boolean => {
  const length = Math.min(bytes.length, with_.length);
  return bytes.subarray(0, length).equals(with_.subarray(0, length));
};

const lineOf = (bytes: Buffer): ProxyHeader | 'more' => {
  const end = bytes.indexOf('\r\n');
  if (end < 0 && bytes.length < longestLine) return 'more';
  const [, family, address] = bytes.toString('latin1', 0, Math.max(end, 0)).split(' ');
  if (end < 0 || end + 2 > longestLine) throw new Error('a PROXY line without an end');
  if (family === 'UNKNOWN') return { length: end + 2 };
  if (isIP(address ?? '') !== (family === 'TCP6' ? 6 : 4)) throw new Error('a PROXY line without an address');
  return { address, length: end + 2 };
};

const binaryOf = (bytes: Buffer): ProxyHeader | 'more' => {
  const length = fixed + bytes.readUInt16BE(14);
  if (bytes[12] >> 4 !== 2 || length > longest) throw new Error('an unknown version of the PROXY protocol');
  if (bytes.length < length) return 'more';
  const isForClient = (bytes[12] & 0x0f) === 1;
  const family = bytes[13] >> 4;
  if (!isForClient || family === 0) return { length };
  if (family === 1 && length >= fixed + 12)
    return { address: bytes.subarray(fixed, fixed + 4).join('.'), length };
  if (family === 2 && length >= fixed + 36)
    return { address: groups(bytes.subarray(fixed, fixed + 16)), length };
  throw new Error('a PROXY header without an address');
};

const groups = (bytes: Buffer): string =>
  Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16)).join(':');

/**
 * Takes the header off a connection that has not been read, and leaves what follows; undefined: none came, or it
 * names nobody.
 * @throws where it cannot be read
 */
export const takeProxyHeader = (socket: Socket): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    const end = (): void => void socket.pause().off('data', take).off('close', gone);
    const gone = (): void => {
      end();
      resolve(undefined);
    };
    const take = (piece: Buffer): void => {
      bytes = Buffer.concat([bytes, piece]);
      try {
        const found = proxyHeader(bytes);
        if (found === 'more') return;
        end();
        const { address, length } = found === 'none' ? { address: undefined, length: 0 } : found;
        if (bytes.length > length) socket.unshift(bytes.subarray(length));
        resolve(address);
      } catch (error) {
        end();
        reject(new Error('an unreadable PROXY header', { cause: error }));
      }
    };
    socket.on('data', take).on('close', gone);
  });
