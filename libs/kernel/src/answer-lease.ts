/** In which header a byte process says it of an answer. Clients never see it. */
export const leaseHeader = 'x-hf-lease';

/**
 * What a byte process promises with an answer: the repository stays in this state for so long (ms). Who has the promise
 * may give the same caller the answers that he had to the same questions in this state. He counts from before he asked,
 * as the byte process counts from when it answered.
 */
export interface AnswerLease {
  readonly lasts: number;
  /** What tells this state from others of the repository: up to 64 visible characters. */
  readonly state: string;
}

export const writtenLease = ({ lasts, state }: AnswerLease): string => `${lasts} ${state}`;

/** Undefined: it is none. */
export const readLease = (text: string): AnswerLease | undefined => {
  const [, lasts, state] = /^(\d{1,4}) ([!-~]{1,64})$/.exec(text) ?? [];
  return state === undefined ? undefined : { lasts: Number(lasts), state };
};
