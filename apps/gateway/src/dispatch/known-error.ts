import { DomainError, type CallContext } from '@holdfast/kernel';
import { log, ofRequest } from '@holdfast/platform/observability';

/** What a failed request is answered as; what is unknown becomes a fault and is logged. */
export const knownError = (error: unknown, ctx: CallContext): DomainError => {
  if (error instanceof DomainError) {
    log.debug({ ...ofRequest(ctx), code: error.code }, 'a request was refused');
    return error;
  }
  log.error({ err: error, ...ofRequest(ctx) }, 'a request failed');
  return new DomainError('fault');
};
