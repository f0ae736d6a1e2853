import { digitOf, packetHead } from './pkt-line.js';

/** The first byte of a packet that is for the eyes of the user only. */
const progress = 2;
/** A packet of a band that has nothing in it: it only keeps the connection. */
const empty = packetHead + 1;

/**
 * Goes along with the answer of git to a fetch: how much of it is more than progress and signs of life. What is no
 * stream of packets counts as a whole.
 */
export class SaidData {
  /** So many bytes of data, the heads of their packets not among them. */
  bytes = 0;
  private head = '';
  private left = 0;
  private counts = false;
  private isPlain = false;

  /** The next packet may begin here. */
  get isAtEdge(): boolean {
    return !this.isPlain && this.left === 0 && this.head === '';
  }

  hear(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.isPlain) return void (this.bytes += chunk.length - at);
      if (this.left === 0) {
        this.headIn(chunk[at]);
        at += 1;
        continue;
      }
      const step = Math.min(this.left, chunk.length - at);
      if (this.counts) this.bytes += step;
      this.left -= step;
      at += step;
    }
  }

  /** The digits of a length, and the band. */
  private headIn(byte: number): void {
    if (this.head.length < packetHead) {
      this.isPlain = digitOf(byte) < 0;
      this.head += String.fromCharCode(byte);
      if (this.head.length === packetHead && parseInt(this.head, 16) <= packetHead) this.head = '';
      return;
    }
    const length = parseInt(this.head, 16);
    this.head = '';
    this.left = length - empty;
    this.counts = byte !== progress && length > empty;
  }
}
