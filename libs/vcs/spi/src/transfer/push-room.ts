import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { directorySize } from '../directory-size.js';
import { diskBlock } from '../disk-block.js';
import type { RoomQuestion } from '../storage-gates.js';
import type { TransferGate, TransferGrant } from '../vcs-engine.js';
import { diskFull } from './disk-full.js';

const unanswered = 'the server could not decide about this push, try again';

/** The room that one push takes as its objects come: on the disk, and under the limits of a metered one. */
export class PushRoom {
  private readonly transfer = randomUUID();
  private seen = 0;
  private held = 0;
  /** Bytes of all that comes, where that is known. */
  private size: number | undefined;
  /** What it would be given now nobody would give back. */
  private hasLeft = false;
  private giveBack: () => void = () => undefined;

  constructor(
    private readonly grant: Pick<TransferGrant, 'directory' | 'principal' | 'metered'>,
    private readonly gate: Pick<TransferGate, 'disk' | 'storage'>,
  ) {}

  /** Why the disk has no room for so many bytes more; undefined: it has. */
  async refusalOfDisk(bytes = 0): Promise<string | undefined> {
    try {
      return (await this.gate.disk?.take(bytes)) === false ? diskFull : undefined;
    } catch {
      return unanswered;
    }
  }

  /**
   * Why the disk has no room for so many small files and directories, which are written once the push is accepted;
   * undefined: it has, and keeps it until the push has left. To be asked once.
   */
  async refusalOfFiles(files: number): Promise<string | undefined> {
    const { disk } = this.gate;
    if (!disk || files === 0) return undefined;
    try {
      const held = await disk.hold({ bytes: files * diskBlock, files });
      this.giveBack = held ?? this.giveBack;
      if (!this.hasLeft) return held ? undefined : diskFull;
      this.giveBack();
      return unanswered;
    } catch {
      return unanswered;
    }
  }

  /** Why so many bytes of the push have no room; undefined: they have. */
  async refusalOf(bytes: number): Promise<string | undefined> {
    const more = Math.max(0, bytes - this.seen);
    this.seen += more;
    return (await this.refusalOfDisk(more)) ?? (await this.refusalOfLimits(bytes));
  }

  /** The same for the objects as they lie in quarantine: more may have been made of them than came. */
  async refusalOfObjects(quarantine: string): Promise<string | undefined> {
    return this.refusalOfWritten(() => directorySize(resolve(this.grant.directory, quarantine)));
  }

  /** The same for what the push has made the repository grow by (bytes). */
  async refusalOfWritten(size: () => Promise<number>): Promise<string | undefined> {
    const full = await this.refusalOfDisk();
    if (full !== undefined || !this.isMetered) return full;
    return this.refusalOfLimits(await size());
  }

  /** The same for what has been brought there before, under other leases. */
  async refusalOfStored(size: () => Promise<number>): Promise<string | undefined> {
    const full = await this.refusalOfDisk();
    if (full !== undefined || !this.isMetered) return full;
    return this.asked(await size(), { isStored: true });
  }

  /** What is still being decided about it gets no room from now on. */
  leave(): void {
    this.hasLeft = true;
    this.giveBack();
    if (this.isMetered) this.gate.storage?.left(this.transfer);
  }

  /**
   * Like `leave`, after `end`, which removes what came, or keeps it for the next attempt. Then the repository is
   * measured, also where nothing has come under a lease: something from before may have gone.
   */
  async leaveAfter(end: () => Promise<void>): Promise<void> {
    try {
      await end();
    } finally {
      this.gate.storage?.wrote(this.grant.directory);
      this.leave();
    }
  }

  private get isMetered(): boolean {
    return this.grant.metered === true && this.gate.storage !== undefined;
  }

  /**
   * Why so many bytes have no room under the limits, of which none has come; undefined: they have. It keeps little of
   * it, and more as they come. To be asked first.
   */
  async refusalOfSize(size: number): Promise<string | undefined> {
    this.size = size;
    return size === 0 ? undefined : this.asked(0);
  }

  /** Why so many bytes have no room under the limits; undefined: they have. */
  async refusalOfLimits(bytes: number): Promise<string | undefined> {
    return bytes <= this.held ? undefined : this.asked(bytes);
  }

  private async asked(bytes: number, more: Pick<RoomQuestion, 'isStored'> = {}): Promise<string | undefined> {
    const { storage } = this.gate;
    if (!storage || !this.isMetered) return undefined;
    if (this.hasLeft) return unanswered;
    const { directory, principal } = this.grant;
    const known = this.size === undefined ? {} : { size: this.size };
    try {
      const answer = await storage.room({
        transfer: this.transfer,
        directory,
        principal,
        bytes,
        ...known,
        ...more,
      });
      if ('refused' in answer) return answer.refused;
      this.held = answer.held;
      return undefined;
    } catch {
      return unanswered;
    }
  }
}
