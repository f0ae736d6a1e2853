import { readTraceParent, Span } from '@holdfast/kernel';
import { Sampler } from './sampler.js';

/** Absent: no trace begins here. */
let sampler: Sampler | undefined;

/** From now on so many of all requests are recorded, from 0 to 1. Answers what ends that. */
export const beginTraces = (ratio: number): (() => void) => {
  const own = new Sampler(ratio);
  sampler = own;
  return () => {
    if (sampler === own) sampler = undefined;
  };
};

/**
 * The span of a request from outside; undefined: it is not recorded. `told`: the `traceparent` with which it came;
 * what is none counts as nothing. What else callers say of traces (`tracestate`, `baggage`) is not heard.
 * `address`: of the caller.
 */
export const beginTrace = (name: string, told?: string | string[], address?: string): Span | undefined => {
  if (sampler === undefined) return undefined;
  const place = typeof told === 'string' ? readTraceParent(told) : undefined;
  return sampler.takes(place, address) ? new Span(name, 'server', place) : undefined;
};
