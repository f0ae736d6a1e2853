import { BodyFailure } from '@holdfast/vcs-spi/engine';
import type { NoTurn } from './transaction-gates.js';

const noTurns: Record<NoTurn | 'left', string> = {
  left: 'this transaction was being made a revision, or changed, when that was cut off: commit again',
  shut: 'this transaction is being committed: it cannot be changed any more',
  kept: 'this transaction is of a commit over SSH: nothing else changes it',
  late: 'another change of this transaction is under way, and it takes one at a time',
  crowded: 'too many changes of this transaction wait: it takes one at a time',
};

/** Why what is under way takes nothing now. */
export const noTurn = (why: keyof typeof noTurns): BodyFailure =>
  new BodyFailure('refused', 409, noTurns[why]);

export const refuse = (why: keyof typeof noTurns): never => {
  throw noTurn(why);
};

export const isChanged = (): BodyFailure =>
  new BodyFailure('refused', 503, 'the transaction is still being changed, try again');
