import { FairSlots, type Contender } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';

/** Where one question stands until `leave`. */
export interface QuestionPlace {
  space: Buffer;
  leave(): void;
}

const unlimited = { total: Infinity, each: [Infinity, Infinity] };

/**
 * Lets long questions in one at a time, and all into the same memory: after each that of the company that was let in
 * least recently, and of the account in it. As many wait as there are pushes.
 */
export class LongQuestions {
  private readonly slots = new FairSlots({ total: 1, each: [1, 1] }, unlimited);
  private space = Buffer.alloc(0);

  /** A place for so many bytes. Nothing may look at it once it has been left. */
  async enter(
    { company, account }: Pick<TransferGrant['owner'], 'company' | 'account'>,
    bytes: number,
  ): Promise<QuestionPlace> {
    const one = await new Promise<Contender>((resolve) => {
      const contender = { parties: [company, account], begin: () => resolve(contender) };
      this.slots.ask(contender);
    });
    // Larger by leaps: what is given up is not collected at once.
    if (this.space.length < bytes) this.space = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(bytes)));
    return { space: this.space.subarray(0, bytes), leave: () => this.slots.leave(one) };
  }
}
