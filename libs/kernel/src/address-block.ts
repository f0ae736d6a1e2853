import { isIPv6 } from 'node:net';

/**
 * What counts as one client address: an IPv4 address as it is, also where it is written as an IPv6 one; of an IPv6
 * address its /64, all of which one subscriber has (`2001:db8:0:1::/64`). A text that is no address stays as it is.
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
