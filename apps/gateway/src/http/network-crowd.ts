import type { ConnectionOrigin } from './connection-origin.js';

/** The members of one origin. `at`: when it came to have as many as it has, in changes of the crowd. */
interface Counted {
  size: number;
  at: number;
}

interface Block<Member> extends Counted {
  /** In the order in which they came. */
  readonly members: Set<Member>;
}

interface Network<Member> extends Counted {
  readonly blocks: Map<string, Block<Member>>;
}

/**
 * Who is here, by where he comes from: by network first, and by block of addresses in each, since who has a network has
 * as many blocks as he likes. Every request comes and goes, so that is cheap; who has the most is looked for only where
 * one has to give way.
 */
export class NetworkCrowd<Member> {
  private readonly networks = new Map<string, Network<Member>>();
  private changes = 0;
  /** All members. */
  size = 0;

  /** Comes, or comes again: behind all others of its block. */
  add({ network: name, block: address }: ConnectionOrigin, member: Member): void {
    const network = this.networks.get(name) ?? this.newNetwork(name);
    const block = network.blocks.get(address) ?? this.newBlock(network, address);
    const isNew = !block.members.delete(member);
    block.members.add(member);
    if (isNew) this.count(network, block, 1);
  }

  remove({ network: name, block: address }: ConnectionOrigin, member: Member): void {
    const network = this.networks.get(name);
    const block = network?.blocks.get(address);
    if (!network || !block?.members.delete(member)) return;
    this.count(network, block, -1);
    if (block.size === 0) network.blocks.delete(address);
    if (network.size === 0) this.networks.delete(name);
  }

  /**
   * Who has been here longest of the block that has the most, in the network that has the most: no member any more. Of
   * several that have as many it is the one that has had so many longest.
   */
  takeOldest(): Member | undefined {
    const network = busiest(this.networks);
    const block = network && busiest(network[1].blocks);
    if (!block) return undefined;
    const [oldest] = block[1].members;
    this.remove({ network: network[0], block: block[0] }, oldest);
    return oldest;
  }

  private count(network: Counted, block: Counted, more: number): void {
    this.size += more;
    this.changes += 1;
    network.size += more;
    network.at = this.changes;
    block.size += more;
    block.at = this.changes;
  }

  private newNetwork(name: string): Network<Member> {
    const network = { size: 0, at: 0, blocks: new Map<string, Block<Member>>() };
    this.networks.set(name, network);
    return network;
  }

  private newBlock({ blocks }: Network<Member>, address: string): Block<Member> {
    const block = { size: 0, at: 0, members: new Set<Member>() };
    blocks.set(address, block);
    return block;
  }
}

const busiest = <Origin extends Counted>(origins: Map<string, Origin>): [string, Origin] | undefined => {
  let most: [string, Origin] | undefined;
  for (const each of origins) {
    const [, { size, at }] = each;
    if (!most || size > most[1].size || (size === most[1].size && at < most[1].at)) most = each;
  }
  return most;
};
