import type { CallContext, WireError } from '@holdfast/kernel';

/** A call as it travels: the context, then what the operation takes. */
export interface CallMessage<I = unknown> {
  ctx: CallContext;
  input: I;
}

/** Exactly one of the two is there. Errors travel as codes. */
export interface ReplyMessage<T = unknown> {
  value?: T;
  error?: WireError;
}

/** Context of a call that no request from outside has caused. */
export const ownContext = (service: string, milliseconds = 10_000): CallContext => ({
  requestId: `${service}-${Date.now().toString(36)}`,
  deadline: Date.now() + milliseconds,
});
