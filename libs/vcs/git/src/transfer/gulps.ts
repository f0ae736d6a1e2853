/** A source that has said so much (bytes) has more to say: it is read in gulps. */
const long = 256 << 10;
/** A piece of at least so many bytes is a gulp. */
const gulp = 64 << 10;
/** What git says in so many ms fits into the buffer between it and us. */
const shortest = 1;
/** Where many share the processors each of them says less in that time (ms). */
const longest = 4;

/**
 * How long the output of a git is let gather before it is read again. git writes a pack in pieces of 8 KiB: who reads
 * each as it comes pays for a turn of this process and of the gateway for it.
 */
export class Gulps {
  private said = 0;
  private gathered = 0;
  private pause = shortest;

  /** It has said a piece of so many bytes. */
  hear(bytes: number): void {
    this.said += bytes;
    this.gathered += bytes;
  }

  /**
   * The pause (ms) behind such a piece, in which a gulp comes at the speed since the last pause began. Undefined: none.
   */
  pauseBehind(bytes: number): number | undefined {
    if (this.said <= long || bytes >= gulp) return undefined;
    this.pause = Math.max(shortest, Math.min(longest, (this.pause * gulp) / this.gathered));
    this.gathered = 0;
    return this.pause;
  }
}
