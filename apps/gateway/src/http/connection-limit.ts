import { addressBlock } from '@holdfast/kernel';
import { isTrusted } from './trusted-proxies.js';

/** Counts the open connections of each peer. Those of trusted proxies carry many clients and are not counted. */
export class ConnectionLimit {
  private readonly open = new Map<string, number>();

  /** `most`: open connections of one address; `trusted`: the proxies before the door for HTTP. */
  constructor(
    private readonly most: number,
    private readonly trusted: readonly string[],
  ) {}

  /**
   * Takes in a connection; answers what is to be called at its end, or undefined when there are too many. `trusted`:
   * the proxies before another door.
   */
  admit(peer: string, trusted = this.trusted): (() => void) | undefined {
    const address = peer.replace(/^::ffff:(?=\d+\.)/i, '');
    if (isTrusted(trusted, address)) return () => undefined;
    const block = addressBlock(address);
    const open = this.open.get(block) ?? 0;
    if (open >= this.most) return undefined;
    this.open.set(block, open + 1);
    return () => this.close(block);
  }

  private close(block: string): void {
    const left = (this.open.get(block) ?? 1) - 1;
    if (left === 0) this.open.delete(block);
    else this.open.set(block, left);
  }
}
