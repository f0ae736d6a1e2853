import type { IncomingMessage } from 'node:http';
import type { CallContext } from '@holdfast/kernel';
import type { AnswerRoom } from '../unsent/answer-room.js';
import { roomForAnswer, smallAnswer } from '../unsent/answer-size.rules.js';
import type { UnsentAnswers } from '../unsent/unsent-answers.js';
import type { ReadyAnswer } from './answer.js';

/** An answer of so many bytes is sent in one piece. */
export const wholeAnswer = 64 * 1024;

/** Whether it is sent as it is. */
export const isSmall = ({ room, body }: ReadyAnswer): boolean =>
  room === undefined && body.length <= smallAnswer;

/**
 * The answer as it is sent: a large one has its room until its client has taken it, a small one needs none.
 * @throws DomainError `unavailable` when there is no room for what was read; what was done is always told
 */
export const outgoing = (
  made: ReadyAnswer,
  unsent: UnsentAnswers,
  request: IncomingMessage,
  ctx: CallContext,
): ReadyAnswer => {
  const { status, headers, body, room } = made;
  const { method } = request;
  if (body.length <= smallAnswer || method === 'HEAD') {
    room?.leave();
    return { status, headers, body };
  }
  const size = Buffer.byteLength(body);
  const sent = typeof body === 'string' && size > wholeAnswer ? Buffer.from(body) : body;
  if (!room) return { status, headers, body: sent, room: unsent.taken(request, ctx, size) };
  try {
    unsent.settle(room, size, method !== 'GET');
  } catch (error) {
    room.leave();
    throw error;
  }
  return { status, headers, body: sent, room };
};

/**
 * Room for the answer to a body of so many bytes that has come: what is done must be told, so there is room for that
 * before anything is done. Who has no account is answered in few words.
 * @throws DomainError `unavailable` when none came free in time
 */
export const roomForAnswerTo = async (
  size: number,
  unsent: UnsentAnswers,
  request: IncomingMessage,
  ctx: CallContext,
): Promise<AnswerRoom | undefined> => {
  const bytes = ctx.principal && roomForAnswer(size);
  return bytes === undefined ? undefined : unsent.room(request, ctx, bytes);
};
