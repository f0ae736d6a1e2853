import { addressesIn } from '@holdfast/kernel';

const known = new WeakMap<readonly string[], (address: string) => boolean>();

/** Whether a connection from this address is that of a proxy whose word counts. `trusted`: addresses and networks. */
export const isTrusted = (trusted: readonly string[], peer = ''): boolean => {
  if (trusted.length === 0) return false;
  const isIn = known.get(trusted) ?? addressesIn(trusted);
  known.set(trusted, isIn);
  return isIn(peer.replace(/^::ffff:(?=\d+\.)/i, ''));
};
