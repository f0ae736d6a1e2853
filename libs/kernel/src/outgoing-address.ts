import { BlockList, isIP } from 'node:net';

/** Addresses of one network: `10.0.0.0/8`, `fd00::/8`, or a single address. */
export interface Network {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

/** Undefined: it is not written as one. */
export const networkOf = (text: string): Network | undefined => {
  const [, address = '', given] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const most = version === 4 ? 32 : 128;
  const bits = given === undefined ? most : Number(given);
  return bits <= most ? { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined;
};

/** This machine, private and shared networks, what is linked, sent to many, reserved, or stands for another address. */
const inner = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Azure's own services, which every machine there reaches at this address, its secrets among them.
  '168.63.129.16',
  // Those that carry an IPv4 address (6to4, Teredo), and examples.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
];
/** Of IPv6 all else is no address of the public network: `::1`, `::ffff:127.0.0.1`, `64:ff9b::`, `fc00::`, `fe80::`. */
const publicSix = '2000::/3';

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const each of networks) {
    const network = networkOf(each);
    if (!network) throw new TypeError(`${each} is no network`);
    list.addSubnet(network.address, network.bits, network.family);
  }
  return list;
};

/** Node takes `::ffff:10.0.0.1` for `10.0.0.1` where it compares; nobody needs to write it so. */
const mapped = listOf(['::ffff:0:0/96']);

/** Tells of an address whether it is in one of these networks. @throws TypeError where one is none */
export const addressesIn = (networks: readonly string[]): ((address: string) => boolean) => {
  const list = listOf(networks);
  return (address) => {
    const version = isIP(address);
    // An address with a zone is one of a link.
    if (version === 0 || address.includes('%')) return false;
    if (version === 4) return list.check(address, 'ipv4');
    return !mapped.check(address, 'ipv6') && list.check(address, 'ipv6');
  };
};

const isClosed = addressesIn(inner);
const isOpen = addressesIn([publicSix]);

/**
 * Which addresses this machine connects to because somebody asked for it. `allowed`: networks that the operator has
 * opened besides.
 */
export const outgoingAddresses = (allowed: readonly string[]): ((address: string) => boolean) => {
  const isOpened = addressesIn(allowed);
  return (address) => isOpened(address) || ((isIP(address) === 4 || isOpen(address)) && !isClosed(address));
};
