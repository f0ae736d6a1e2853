import type { TransferGate } from '@holdfast/vcs-spi';
import { BodyFailure } from '@holdfast/vcs-spi/engine';
import { CommitDecision, type CommitMade } from '../writing/commit-decision.js';
import { endedRight } from '../writing/ended-right.js';
import type { DavExchange } from './dav-bodies.js';

/**
 * Sends what makes a revision, where that is allowed. `enough`: others have to commit. `relay`: sends it; what it calls
 * before the client hears of an answer, and by what it ends at once.
 * @throws BodyFailure where it was ended, or there is no answer; then the server does no more for it
 */
export const madeRevision = async (
  gate: TransferGate,
  { grant, left }: Pick<DavExchange, 'grant' | 'left'>,
  enough: AbortSignal,
  relay: (before: () => Promise<void>, until: AbortSignal) => Promise<void>,
): Promise<CommitMade> => {
  const decision = new CommitDecision(gate, grant);
  const [over, ended] = [new AbortController(), new AbortController()];
  const signals = { over: over.signal, enough };
  try {
    const refusal = await decision.refusal();
    if (refusal !== undefined) return { refusal };
    const right = endedRight(gate, grant, () => decision.isMade(), signals);
    void right.then((failure) => failure && ended.abort(failure));
    // The revision is made when the answer begins: who does not take the rest keeps nobody else from commits.
    let made = (): void => undefined;
    const begun = new Promise<void>((resolve) => (made = resolve));
    const before = (): Promise<void> => {
      over.abort();
      return decision.end().finally(made);
    };
    const relayed = relay(before, ended.signal);
    await Promise.race([begun, relayed]);
    return { relayed };
  } catch (error) {
    await Promise.allSettled(left);
    if (!(error instanceof BodyFailure) || !(await decision.isMade())) throw error;
    throw new BodyFailure(error.cause, error.status, `the commit was made, but: ${error.message}`);
  } finally {
    over.abort();
    await decision.end();
  }
};
