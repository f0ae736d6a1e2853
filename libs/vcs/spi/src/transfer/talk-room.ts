import type { PushRoom } from './push-room.js';

/**
 * What who only reads says in a conversation is hardly more (bytes): so much is heard before room for it is asked for.
 */
const unasked = 256 << 10;

/**
 * The room for what is said in a conversation in which somebody may read and write: nothing says beforehand which of
 * both he does, and reading needs no room.
 */
export class TalkRoom {
  private said = 0;

  constructor(private readonly room: Pick<PushRoom, 'refusalOf'>) {}

  /** Why so many bytes, all that was said by now, have no room; undefined: they have, or none is needed yet. */
  refusalOf(bytes: number): Promise<string | undefined> {
    this.said = bytes;
    return bytes <= unasked ? Promise.resolve(undefined) : this.room.refusalOf(bytes);
  }

  /** The same where something of it is to be kept, which takes so many bytes beyond what was said. */
  refusalOfAll(beyond = 0): Promise<string | undefined> {
    return this.room.refusalOf(this.said + beyond);
  }

  /** The same of what has been made of it, which may be more than was said (bytes). */
  refusalOfMade(bytes: number): Promise<string | undefined> {
    return this.room.refusalOf(Math.max(this.said, bytes));
  }
}
