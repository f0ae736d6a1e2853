import type { EndedSpan, SpanFacts, SpanKind } from '@holdfast/kernel';

/** Who sends spans, in names of OpenTelemetry: `service.name` and others. */
export type SpanResource = SpanFacts;

/** As OTLP numbers them. */
const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 };
/** The bit of `flags` that says that the trace is recorded. */
const sampledFlag = 1;
const failed = 2;

/** Spans as OTLP has them in JSON, version 1: what `POST /v1/traces` takes. */
export const otlpSpans = (resource: SpanResource, spans: readonly EndedSpan[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'holdfast' }, spans: spans.map(otlpSpan) }],
      },
    ],
  });

const otlpSpan = ({ trace, span, parent, name, kind, from, to, facts, failure }: EndedSpan): object => ({
  traceId: trace,
  spanId: span,
  ...(parent === undefined ? {} : { parentSpanId: parent }),
  flags: sampledFlag,
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanosecondsOf(from),
  endTimeUnixNano: nanosecondsOf(to),
  attributes: attributesOf(facts),
  ...(failure === undefined ? {} : { status: { code: failed, message: failure } }),
});

const attributesOf = (facts: SpanFacts): object[] =>
  Object.entries(facts).map(([key, value]) => ({ key, value: valueOf(value) }));

const valueOf = (value: string | number | boolean): object => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

/** No number of JavaScript has so many digits. */
const nanosecondsOf = (milliseconds: number): string => {
  const whole = Math.floor(milliseconds);
  return `${whole}${String(Math.floor((milliseconds - whole) * 1e6)).padStart(6, '0')}`;
};
