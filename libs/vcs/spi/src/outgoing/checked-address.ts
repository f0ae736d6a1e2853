import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { outgoingAddresses, within } from '@holdfast/kernel';
import { VcsRefusal } from '../vcs-refusal.js';

/** How long the name of a host is looked for (ms). */
const patience = 10_000;

/** By what names become addresses; tests have another one. */
export type NameLookup = (host: string) => Promise<readonly string[]>;

const systemLookup: NameLookup = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * The address to which a host leads, asked for once. A name that leads to one to which nobody may connect is refused,
 * whatever else it leads to.
 * @throws VcsRefusal `remote`
 */
export const checkedAddress = async (
  { hostname }: URL,
  networks: readonly string[],
  names: NameLookup = systemLookup,
): Promise<string> => {
  const host = hostname.replace(/^\[|\]$/g, '');
  const unknown = (): never => {
    throw new VcsRefusal('remote', 'the host of the remote is not known');
  };
  const addresses = isIP(host) > 0 ? [host] : await within(patience, names(host), unknown).catch(unknown);
  if (addresses.length === 0) unknown();
  const allowed = outgoingAddresses(networks);
  if (!addresses.every(allowed))
    throw new VcsRefusal(
      'remote',
      'the remote is at an address to which this server does not connect; its operator can allow the network',
    );
  // Machines without IPv6 are more than those without IPv4.
  return addresses.find((address) => isIP(address) === 4) ?? addresses[0];
};
