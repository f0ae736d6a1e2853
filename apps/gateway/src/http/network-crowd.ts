import { addressNetwork } from '@holdfast/kernel';
import { Crowd } from './crowd.js';

/**
 * A crowd that is counted by network first, and by block of addresses in each: who has a network has as many blocks as
 * he likes.
 */
export class NetworkCrowd<Member> {
  private readonly networks = new Crowd<Member>();
  private readonly blocks = new Map<string, Crowd<Member>>();

  get size(): number {
    return this.networks.size;
  }

  /** Comes, or comes again: behind all others of its block. What is no block of addresses is a network of its own. */
  add(block: string, member: Member): void {
    const network = addressNetwork(block);
    const own = this.blocks.get(network) ?? new Crowd();
    this.blocks.set(network, own);
    own.add(block, member);
    this.networks.add(network, member);
  }

  remove(block: string, member: Member): void {
    const network = addressNetwork(block);
    const own = this.blocks.get(network);
    own?.remove(block, member);
    this.left(network, member);
  }

  /** Who has been here longest of the block that has the most, in the network that has the most: no member any more. */
  takeOldest(): Member | undefined {
    const network = this.networks.busiest ?? '';
    const oldest = this.blocks.get(network)?.takeOldest();
    if (oldest !== undefined) this.left(network, oldest);
    return oldest;
  }

  private left(network: string, member: Member): void {
    this.networks.remove(network, member);
    if (this.blocks.get(network)?.size === 0) this.blocks.delete(network);
  }
}
