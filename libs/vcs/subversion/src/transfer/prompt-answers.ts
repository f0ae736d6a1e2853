import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as parserIsDone } from 'node:timers/promises';
import { bufferSpent } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { BodyFailure, StandingCheck } from '@holdfast/vcs-spi/engine';
import type { DavParts } from './dav-parts.js';
import { longestQuestion, repeat } from './kept-answers.js';
import { refuseDav } from './refused-dav.js';

/**
 * Gives remembered answers to questions that are there as a whole. They take no turn: nothing works for them, nobody is
 * waited for, and what is sent is in memory anyway. A client asks so often before it does anything that the way through
 * turns, deadlines and judgements would be most of its time.
 */
export class PromptAnswers {
  constructor(private readonly parts: Pick<DavParts, 'answers' | 'gate' | 'limits'>) {}

  /** Whether it was answered. Where it was not, the body is there as it was. */
  async answered(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { answers, gate, limits } = this.parts;
    if (grant.service !== 'read' || !answers.mayKnow(grant)) return false;
    // It tells of the end of a body after all that follows from the pieces before it.
    if (!request.complete) await parserIsDone();
    if (!request.complete || request.readableLength > longestQuestion) return false;
    const whole = (request.read() as Buffer | null) ?? undefined;
    const known = answers.known(grant, whole);
    if (!known) {
      if (whole) request.unshift(whole);
      return false;
    }
    const lease = answers.leaseOf(grant, known);
    bufferSpent(whole?.length ?? 0);
    try {
      await new StandingCheck(gate, grant, limits.trusted).holds();
      repeat(response, known, lease);
    } catch (error) {
      if (!(error instanceof BodyFailure)) throw error;
      refuseDav(response, error.status, error.message);
    }
    return true;
  }
}
