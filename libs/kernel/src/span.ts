import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { CodedRefusal } from './coded-refusal.js';
import { readTraceParent, writeTraceParent, type TracePlace } from './trace-parent.js';

/** `server`: somebody asked for it. `client`: somebody else is asked. `internal`: neither. */
export type SpanKind = 'internal' | 'server' | 'client';

/** What is known of a span, by names of OpenTelemetry or of ours; nothing that a person wrote or may not be seen. */
export type SpanFacts = Record<string, string | number | boolean>;

/** A span that is over. */
export interface EndedSpan {
  trace: string;
  span: string;
  /** The span of which it is a part; absent: it is the first of its trace. */
  parent?: string;
  name: string;
  kind: SpanKind;
  /** When it began and ended, in milliseconds since the epoch and parts of them. */
  from: number;
  to: number;
  facts: SpanFacts;
  /** In a word of ours, where it failed by our fault. */
  failure?: string;
}

export type SpanSink = (ended: EndedSpan) => void;

/** Absent: nothing is recorded. */
let sink: SpanSink | undefined;

/** From now on spans are recorded, and go to `take` when they end. Answers what ends that. */
export const recordSpans = (take: SpanSink): (() => void) => {
  sink = take;
  return () => {
    if (sink === take) sink = undefined;
  };
};

export const recordsSpans = (): boolean => sink !== undefined;

/** Hands over a span that another process has recorded. */
export const passSpan: SpanSink = (ended) => sink?.(ended);

/** How the clock of durations stands to that of the day (ms); it follows where somebody sets the latter. */
let zero = performance.timeOrigin;
const mostApart = 2;
const dayOf = (moment: number): number => {
  const apart = Date.now() - performance.now() - zero;
  if (Math.abs(apart) > mostApart) zero += apart;
  return zero + moment;
};

/** A piece of work that is recorded. Nobody makes one while nothing is. */
export class Span {
  readonly facts: SpanFacts = {};
  readonly place: TracePlace;
  private readonly begun = performance.now();
  private ended = false;

  /** `below`: where it belongs; absent: it begins a trace. */
  constructor(
    public name: string,
    private readonly kind: SpanKind,
    private readonly below?: Omit<TracePlace, 'sampled'>,
  ) {
    const trace = below?.trace ?? randomBytes(16).toString('hex');
    this.place = { trace, span: randomBytes(8).toString('hex'), sampled: true };
  }

  /** As those are told who do a part of it. */
  get traceparent(): string {
    return writeTraceParent(this.place);
  }

  get isOpen(): boolean {
    return !this.ended;
  }

  part(name: string, kind: SpanKind): Span {
    return new Span(name, kind, this.place);
  }

  /** It is over; what is said later is not heard. `failure`: in a word of ours, where it failed by our fault. */
  end(failure?: string): void {
    if (this.ended) return;
    this.ended = true;
    const { name, kind, facts, place, below } = this;
    const to = performance.now();
    sink?.({
      ...{ trace: place.trace, span: place.span, name, kind, facts },
      ...(below && { parent: below.span }),
      ...{ from: dayOf(this.begun), to: dayOf(to) },
      ...(failure === undefined ? {} : { failure }),
    });
  }

  /** It is over with this error, by its code (`codeOf`). What may not be, or is not there, is no failure. */
  refused(code: string): void {
    this.facts['error.type'] = code;
    this.end(code === 'fault' || code === 'unavailable' ? code : undefined);
  }
}

/** A span of what was asked for with this `traceparent`; undefined: it is not recorded. */
export const spanBelow = (
  told: string | string[] | undefined,
  name: string,
  kind: SpanKind,
): Span | undefined => {
  if (sink === undefined || typeof told !== 'string') return undefined;
  const place = readTraceParent(told);
  return place?.sampled ? new Span(name, kind, place) : undefined;
};

const spans = new AsyncLocalStorage<Span>();
/** How many pieces of work are inside spans and followed. */
let inside = 0;

/** So long is work followed (ms). A client makes it take as long as he likes: by his body, or by reading slowly. */
const longestFollowed = 3_000;

/**
 * Does the work inside the span, which it finds as the current one, whatever it waits for. To know that, Node follows
 * each promise of everybody; so it does only while there is such work, and for some seconds. What it begins later may
 * find no current span; the span itself ends with the work.
 */
export const insideSpan = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  const leave = enter();
  try {
    return await spans.run(span, work);
  } finally {
    leave();
  }
};

/** Answers what leaves, which happens by itself after a while. */
const enter = (): (() => void) => {
  let isInside = true;
  inside += 1;
  const leave = (): void => {
    clearTimeout(timer);
    if (!isInside) return;
    isInside = false;
    inside -= 1;
    if (inside === 0) spans.disable();
  };
  const timer = setTimeout(leave, longestFollowed).unref();
  return leave;
};

/** The span inside of which this is done, while it goes on. */
export const currentSpan = (): Span | undefined => {
  if (inside === 0) return undefined;
  const span = spans.getStore();
  // What was made then may live longer, and do others' work.
  return span?.isOpen ? span : undefined;
};

/** Does the work in a span of its own, where what asks for it (`told`: its `traceparent`) is recorded. */
export const workBelow = <T>(
  told: string | string[] | undefined,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  const span = spanBelow(told, name, 'server');
  return span ? workIn(span, work) : work();
};

const workIn = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    const done = await insideSpan(span, work);
    span.end();
    return done;
  } catch (error) {
    span.refused(codeOf(error));
    throw error;
  }
};

/** What it says in a word of ours. Codes of the system and the database are none: what they are told of is a fault. */
export const codeOf = (error: unknown): string => (error instanceof CodedRefusal ? error.code : 'fault');
