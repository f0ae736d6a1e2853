import { codeOf, currentSpan, spanBelow, type CallContext, type Span } from '@holdfast/kernel';

/**
 * The span of a call that goes out, where what it belongs to is recorded. What a service asks by itself belongs to what
 * it does.
 */
export const spanOfCall = (subject: string, { trace }: CallContext): Span | undefined =>
  trace === undefined
    ? currentSpan()?.part(questionIn(subject), 'client')
    : spanBelow(trace, questionIn(subject), 'client');

/** Asks in this span. */
export const askIn = async (
  span: Span,
  ctx: CallContext,
  ask: (ctx: CallContext) => Promise<unknown>,
): Promise<unknown> => {
  try {
    const answer = await ask({ ...ctx, trace: span.traceparent });
    span.end();
    return answer;
  } catch (error) {
    span.refused(codeOf(error));
    throw error;
  }
};

/** The subject without the storage node. */
const questionIn = (subject: string): string => subject.split('.', 4).join('.');
