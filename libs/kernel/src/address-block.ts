import { isIPv4, isIPv6 } from 'node:net';

/**
 * What counts as one client. For IPv4 it is the address itself, even if it is written in the form of IPv6. For IPv6 it
 * is the first 64 bits (`2001:db8:0:1::/64`), because one subscriber has all addresses below them. A text that is not
 * an address is answered unchanged.
 */
export const addressBlock = (address: string): string => {
  const [bare] = address.split('%');
  if (!isIPv6(bare)) return address;
  // The parser of addresses writes them in one form: lower case, no dots, the longest run of zeros as `::`.
  const [head, tail] = new URL(`http://[${bare}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  const groups = [...head, ...zeros, ...(tail ?? [])];
  if (groups.slice(0, 6).join() !== '0,0,0,0,0,ffff') return `${groups.slice(0, 4).join(':')}::/64`;
  return groups
    .slice(6)
    .map((group) => parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
};

/**
 * Whose network an address, or its block, is likely part of. For IPv6 it is the first 48 bits (`2001:db8:0::/48`): as
 * many blocks as one customer of a provider may have. For IPv4 it is the first 24 (`192.0.2.0/24`), the smallest that
 * is routed by itself. All else is a network of its own.
 */
export const addressNetwork = (address: string): string => {
  const block = addressBlock(address);
  if (block.endsWith('::/64')) return `${block.split(':').slice(0, 3).join(':')}::/48`;
  return isIPv4(block) ? `${block.slice(0, block.lastIndexOf('.'))}.0/24` : block;
};
