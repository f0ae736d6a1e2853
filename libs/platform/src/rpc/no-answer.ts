import { DomainError } from '@holdfast/kernel';
import { unansweredCalls } from './rpc.metrics.js';

/** Why a call got no answer; the caller names the service. */
export type NoAnswer = 'late' | 'nobody' | 'disconnected' | 'ended' | 'unsent';

/** The call was not sent: the process that alone could answer it is silent. */
export class ProcessSilent extends Error {}

const reasons: Record<NoAnswer, string> = {
  late: 'the deadline has passed',
  nobody: 'nobody serves the subject',
  disconnected: 'the connection broke',
  ended: 'its process has ended',
  unsent: 'the call cannot be sent',
};

const isUnsent = (reason: NoAnswer): boolean => reason === 'nobody' || reason === 'unsent';

/** Whether it says that nobody has heard the call: then nothing of it has been done. */
export const isUnheard = (reason: unknown): boolean => reason === 'nobody' || reason instanceof ProcessSilent;

/** The error that says so, counted. `isSent`: somebody may have heard it, and do it. */
export const away = (subject: string, reason: NoAnswer, isSent = !isUnsent(reason)): DomainError => {
  const service = serviceOf(subject);
  unansweredCalls.inc({ service, reason });
  const told = `${service} does not answer: ${reasons[reason]}`;
  return isSent ? DomainError.unknown(told) : DomainError.unavailable(told);
};

export const serviceOf = (subject: string): string => subject.slice(0, subject.indexOf('.'));
