import type { ServerResponse } from 'node:http';
import { DomainError, type DoorRefusal, type ErrorCode, type RefusalBody } from '@holdfast/kernel';
import type { Exchange } from '../bytes/exchange.js';
import { deadlines } from '../http/deadlines.js';
import { errorView } from '../http/envelope.js';
import type { Admitted } from './readmission.js';

/** A request of which bytes stream past the dispatcher, or its answer does. */
export interface Streamed extends Admitted {
  response: ServerResponse;
  /** Headers that its answer gets, whatever it is. */
  said: Record<string, string>;
}

/** A request that may change something. */
export interface Written extends Streamed {
  /** Lets a client that waits for `100 Continue` send its body. */
  proceed: () => void;
}

/** As names and values, alternating. */
const headersOf = (said: Record<string, string>): string[] => {
  const headers = ['x-api-version', '1', 'vary', said.vary ?? 'Accept, Authorization'];
  for (const name of Object.keys(said)) if (name !== 'vary') headers.push(name, said[name]);
  return headers;
};

/** The same as those see it who stream: what they refuse is said as the API says it. */
export const byteExchange = ({ request, response, ctx, said }: Streamed): Exchange => ({
  req: request,
  res: response,
  ctx,
  headers: headersOf(said),
  waiting: false,
  patience: deadlines.stall,
  refusalBody: (refusal) => refusalBody(refusal, ctx.requestId),
});

const codes = new Map<number, ErrorCode>([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [408, 'timed_out'],
]);

/** In the envelope, as all refusals of the API. */
const refusalBody = ({ status }: DoorRefusal, requestId: string): RefusalBody => {
  const code = codes.get(status) ?? 'unavailable';
  return {
    type: 'application/json; charset=utf-8',
    text: JSON.stringify(errorView(new DomainError(code), requestId)),
  };
};
