/** A place in a trace, as W3C's `traceparent` tells it: ids in lower-case hex. */
export interface TracePlace {
  trace: string;
  span: string;
  /** Whoever told it records the trace. */
  sampled: boolean;
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
/** Later versions may say more (characters). */
const longest = 128;
const nothing = /^0+$/;

/** What a `traceparent` says; undefined: it is none. Of what later versions add nothing is taken. */
export const readTraceParent = (told: string): TracePlace | undefined => {
  if (told.length > longest) return undefined;
  const [, version, trace, span, flags, more] = form.exec(told) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (nothing.test(trace) || nothing.test(span)) return undefined;
  return { trace, span, sampled: (parseInt(flags, 16) & 1) === 1 };
};

/** The same for those who are asked. */
export const writeTraceParent = ({ trace, span, sampled }: TracePlace): string =>
  `00-${trace}-${span}-0${sampled ? 1 : 0}`;
