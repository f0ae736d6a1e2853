import { DomainError, type CallContext } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';

/** What a failed request is answered as; what is unknown becomes a fault and is logged. */
export const knownError = (error: unknown, ctx: CallContext): DomainError => {
  if (error instanceof DomainError) return error;
  log.error({ err: error, requestId: ctx.requestId }, 'a request failed');
  return new DomainError('fault');
};
