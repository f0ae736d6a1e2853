import type { ConnectionOrigin } from './connection-origin.js';

/** Turns that wait. Networks take turns, in each of them its addresses; that of one address is in order. */
export class FairLines<Turn> {
  private readonly networks = new Map<string, Map<string, Turn[]>>();

  get isEmpty(): boolean {
    return this.networks.size === 0;
  }

  add({ network, block: address }: ConnectionOrigin, turn: Turn): void {
    const addresses = this.networks.get(network);
    const line = addresses?.get(address);
    if (line) line.push(turn);
    else if (addresses) addresses.set(address, [turn]);
    else this.networks.set(network, new Map([[address, [turn]]]));
  }

  /** `may`: whether a network may have a turn. */
  take(may: (network: string) => boolean = () => true): Turn | undefined {
    for (const [network, addresses] of this.networks) {
      if (!may(network)) continue;
      for (const [address, line] of addresses) {
        const turn = line.shift();
        goBehind(addresses, address, line.length > 0 ? line : undefined);
        goBehind(this.networks, network, addresses.size > 0 ? addresses : undefined);
        return turn;
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
