import { admissionLasts } from '@holdfast/kernel';
import type { TransferGate, TransferGrant } from '../vcs-engine.js';
import { BodyFailure } from './body-failure.js';

/** What let a transfer in, and whether it still holds. */
export class StandingCheck {
  private since = performance.now();

  /** `trusted`: for so many milliseconds the last answer is taken for the present one. */
  constructor(
    private readonly gate: Pick<TransferGate, 'stands'>,
    private readonly grant: TransferGrant,
    private readonly trusted: number,
  ) {}

  /**
   * To be awaited before the client is shown anything.
   * @throws BodyFailure `refused` when its right has ended, `undecided` when nobody can say
   */
  holds(): Promise<void> {
    return this.asked(this.trusted);
  }

  /**
   * To be awaited right before something is changed for the client: no older answer counts than for a change through
   * the API.
   * @throws BodyFailure as `holds`
   */
  mayChange(): Promise<void> {
    return this.asked(Math.min(this.trusted, admissionLasts));
  }

  /** The same body, as far as the right lasts: who sends slowly is asked about again and again. */
  async *during(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      await this.holds();
      yield chunk;
    }
  }

  private async asked(trusted: number): Promise<void> {
    const now = performance.now();
    if (now - this.since < trusted) return;
    const answer = await this.gate.stands(this.grant).catch(() => {
      throw new BodyFailure('undecided', 503, 'the server could not decide about this transfer, try again');
    });
    if (!answer.allowed) throw new BodyFailure('refused', 404, answer.reason);
    this.since = now;
  }
}
