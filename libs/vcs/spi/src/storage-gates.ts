import type { DiskNeed } from '@holdfast/kernel';

/** Asks whether more of a metered transfer may be stored. */
export interface RoomQuestion {
  /** A uuid that the engine makes up. It names the transfer until `left` is called. */
  transfer: string;
  directory: string;
  principal: unknown;
  /** How many bytes the transfer needs so far, including those that are stored already. */
  bytes: number;
  /** How many it will need in the end, where that is known: all of them must have room at its first question. */
  size?: number;
  /**
   * All of these bytes lie in the directory, and may count as stored already: where they have no room besides, the
   * directory is measured, and they have it if all that is stored has.
   */
  isStored?: true;
}

/** `held`: the transfer may store so many bytes in all before it asks again. `refused`: why no more, in one line. */
export type RoomAnswer = { held: number } | { refused: string };

/** Here an engine asks for room, and says when the size of a repository may have changed. */
export interface StorageGate {
  room(question: RoomQuestion): Promise<RoomAnswer>;
  /** The transfer is over. What it stored lies in the directory, or has been removed. */
  left(transfer: string): void;
  /** Called at the beginning and at the end of every write. It is cheap. */
  wrote(directory: string): void;
}

/** Here an engine asks whether the disk has room. All reject where nobody knows. They are cheap. */
export interface DiskGate {
  /** Whether so many bytes more may be written; 0: whether any may. Ask before they are. */
  take(bytes: number): Promise<boolean>;
  /**
   * The same for what takes long to be written: so many bytes, and files and directories, count as written until what
   * is answered is called. Undefined: there is no room for them.
   */
  hold(need: DiskNeed): Promise<(() => void) | undefined>;
  /** `low`: nothing is written any more that can as well be written later. */
  level(): Promise<'enough' | 'low' | 'full'>;
}
