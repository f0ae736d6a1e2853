import type { AnswerRoom } from '../unsent/answer-room.js';

/** What the dispatcher decided. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** That was taken for it before it was made. */
  room?: AnswerRoom;
  /** Nothing was made for sure, and something may have been. */
  isUnknown?: boolean;
  /** All of it was written already. */
  sent?: true;
}

/** An answer ready to be written. */
export interface ReadyAnswer extends Omit<Answer, 'body'> {
  /** Pages and what is large as bytes: strings would lie on the heap, and be copied before they are sent. */
  body: string | Buffer;
}

export const answerWith = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body,
});
