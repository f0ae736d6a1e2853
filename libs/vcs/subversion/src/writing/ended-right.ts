import { setTimeout as sleep } from 'node:timers/promises';
import type { OngoingTransfer, TransferGate, TransferStanding } from '@holdfast/vcs-spi';
import { BodyFailure } from '@holdfast/vcs-spi/engine';

/** How often is asked, and for how long nobody need be able to say (ms). */
const usual = { every: 1_000, unsaid: 20_000 };

/** What is said of a commit while it is made. */
export interface MakingSignals {
  over: AbortSignal;
  /** Its account has kept others waiting for as long as it may. */
  enough: AbortSignal;
}

const tooLong = 'others have waited too long for this commit to be made: commit again later';

/**
 * Why a revision may not be made any more, while it is: that takes minutes where much was copied, and who makes it was
 * judged before; and it is `enough` where others have to commit. Undefined: it is made, or `over`.
 */
export const endedRight = async (
  gate: Pick<TransferGate, 'stands'>,
  maker: OngoingTransfer,
  isMade: () => Promise<boolean>,
  { over, enough }: MakingSignals,
  { every, unsaid } = usual,
): Promise<BodyFailure | undefined> => {
  for (let said = performance.now(); await waited(every, over);) {
    const standing = await gate.stands(maker).catch(() => undefined);
    if (standing?.allowed) said = performance.now();
    const isUnsaid = performance.now() - said > unsaid;
    const ended = standing ? failureOf(standing) : isUnsaid ? unknown() : undefined;
    const failure = ended ?? (enough.aborted ? new BodyFailure('late', 503, tooLong) : undefined);
    // What is there stays.
    if (failure) return over.aborted || (await isMade()) ? undefined : failure;
  }
  return undefined;
};

const failureOf = (standing: TransferStanding): BodyFailure | undefined =>
  standing.allowed ? undefined : new BodyFailure('refused', 403, standing.reason);

const unknown = (): BodyFailure =>
  new BodyFailure('undecided', 503, 'the server could not decide about this commit, try again');

const waited = (every: number, over: AbortSignal): Promise<boolean> =>
  sleep(every, true, { signal: over }).catch(() => false);
