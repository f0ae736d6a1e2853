import type { ConnectionOrigin } from './connection-origin.js';

type Turn = () => void;

/** Turn that waits. Networks take turns, in each of them its addresses; that of one address is in order. */
export class FairLines {
  private readonly networks = new Map<string, Map<string, Turn[]>>();

  get isEmpty(): boolean {
    return this.networks.size === 0;
  }

  add({ network, block: address }: ConnectionOrigin, work: Turn): void {
    const addresses = this.networks.get(network);
    const line = addresses?.get(address);
    if (line) line.push(work);
    else if (addresses) addresses.set(address, [work]);
    else this.networks.set(network, new Map([[address, [work]]]));
  }

  take(): Turn | undefined {
    for (const [network, addresses] of this.networks) {
      for (const [address, line] of addresses) {
        const work = line.shift();
        goBehind(addresses, address, line.length > 0 ? line : undefined);
        goBehind(this.networks, network, addresses.size > 0 ? addresses : undefined);
        return work;
      }
    }
    return undefined;
  }
}

/** `rest`: what it has still. */
const goBehind = <Rest>(lines: Map<string, Rest>, name: string, rest: Rest | undefined): void => {
  lines.delete(name);
  if (rest) lines.set(name, rest);
};
