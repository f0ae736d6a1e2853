import { codeOf, DomainError, insideSpan, spanBelow, type CallContext, type Span } from '@holdfast/kernel';
import type { ReplyMessage } from '../rpc/wire.js';

type Run = (ctx: CallContext, input: unknown) => Promise<ReplyMessage>;

/** The handler of a question, which has a span of its own where what it belongs to is recorded. */
export const traced =
  (question: string, run: Run): Run =>
  (ctx, input) => {
    const span = spanBelow(ctx.trace, question, 'server');
    if (!span) return run(ctx, input);
    return answerIn(span, () => run({ ...ctx, trace: span.traceparent }, input));
  };

const answerIn = async (span: Span, run: () => Promise<ReplyMessage>): Promise<ReplyMessage> => {
  try {
    const reply = await insideSpan(span, run);
    if (reply.error) span.refused(DomainError.fromWire(reply.error).code);
    else span.end();
    return reply;
  } catch (error) {
    span.refused(codeOf(error));
    throw error;
  }
};
