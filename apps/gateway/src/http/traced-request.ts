import type { IncomingMessage } from 'node:http';
import type { CallContext, Span } from '@holdfast/kernel';
import { beginTrace } from '@holdfast/platform/tracing';

/** The span of a request, where it is recorded: then all that it causes belongs to it. `name`: until more is known. */
export const tracedRequest = (
  name: string,
  ctx: CallContext,
  request?: Pick<IncomingMessage, 'headers'>,
): Span | undefined => {
  const span = beginTrace(name, request?.headers.traceparent, ctx.address);
  if (!span) return undefined;
  ctx.trace = span.traceparent;
  span.facts['holdfast.request_id'] = ctx.requestId;
  return span;
};
