import { ConversationPace, shareOf, SlotPace, type Principal, type TurnTaker } from '@holdfast/kernel';
import { longSilence, type ChannelWriter } from './channel-writer.js';

/** The conversation that has the slot. */
interface SlotHolder {
  readonly writer: Pick<ChannelWriter, 'isWaitedFor' | 'taken' | 'working'>;
  /** Bytes that its client has said so far. */
  heard(): number;
  /** Resolves when it is over. */
  gone(): Promise<void>;
  /** Others wait. */
  giveWay(): void;
}

/**
 * The slot of a conversation, or its place among those that wait for one. Nobody here knows whose turn to speak it is,
 * so for a while silence is taken for work; for how long counts in sum, or who says a word now and then would have his
 * slot for ever.
 */
export class ConversationSlot implements TurnTaker {
  readonly parties: readonly string[];
  private readonly pace: SlotPace;
  private readonly whole: ConversationPace;

  constructor(
    principal: Principal,
    private readonly holder: SlotHolder,
    now: () => number = Date.now,
  ) {
    this.parties = [principal.company.uuid, shareOf(principal)];
    this.pace = new SlotPace(now);
    this.whole = new ConversationPace(now);
  }

  /** Those that have let others wait longest end first. */
  get rate(): number {
    return -this.whole.waited;
  }

  gone(): Promise<void> {
    return this.holder.gone();
  }

  slow(held: number): boolean {
    const { writer } = this.holder;
    const moved = this.holder.heard() + writer.taken;
    if (this.whole.look({ moved, worked: writer.working }, held) > longSilence) return true;
    return writer.isWaitedFor && this.pace.isSlow(moved, held);
  }

  end(): void {
    this.holder.giveWay();
  }
}
