import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorCatalogue, uuidv7, type ErrorCode } from '@holdfast/kernel';
import type { Deadlines } from './deadlines.js';
import { refusalView } from './envelope.js';
import { cutAfterFarewell } from './farewell.js';
import { allAnswered, isOver, lastAnswer } from './last-answer.js';
import { wholeAnswered } from './left-answers.js';
import { targetOfUnread, type ParserError } from './unread-head.js';

type StatusLine = readonly [status: number, phrase: string];

const of = (code: ErrorCode): StatusLine => [errorCatalogue[code].status, errorCatalogue[code].phrase];
const badRequest = of('malformed');
const tooLate = of('timed_out');
const unavailable = of('unavailable');

interface Message {
  headers: Record<string, string | number>;
  body: string;
}

const closing = (type: string, body: string): Message => ({
  headers: {
    connection: 'close',
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
    'x-request-id': uuidv7(),
  },
  body,
});

/** The error envelope of what never reaches the dispatcher. */
const envelopeOf = ([status, phrase]: StatusLine): Message => {
  const text = JSON.stringify(refusalView(status, phrase));
  const { headers, body } = closing('application/json', text);
  return { headers: { ...headers, 'x-api-version': '1' }, body };
};

/** `reason`: of a byte door, one line of ASCII. */
const messageOf = (refusal: StatusLine, reason: string | undefined): Message =>
  reason === undefined ? envelopeOf(refusal) : closing('text/plain', `${reason}\n`);

/** Refuses a request whose head is not understood; `reason`: of a byte door, one line of ASCII. */
export const refuseHead = (response: ServerResponse, reason?: string): void => {
  const { headers, body } = messageOf(badRequest, reason);
  response.writeHead(400, reason ?? badRequest[1], headers).end(body);
};

/** Refuses a request that expects (`Expect`) what no server has to do. */
export const refuseExpectation = (response: ServerResponse): void => {
  const refusal: StatusLine = [417, 'Expectation Failed'];
  const { headers, body } = envelopeOf(refusal);
  response.writeHead(...refusal, headers).end(body);
};

/** Connections whose end comes with the answer that is being made. */
const refused = new WeakSet<Socket>();

/** Those that are refused, or will be when what came before is answered. */
const ended = new WeakSet<Socket>();

/** Whether what comes on a connection is no request any more. */
export const isRefused = (socket: Socket): boolean => refused.has(socket) || ended.has(socket);

/** What comes after the request that is being answered is no request any more. */
export const refuseRest = (socket: Socket): void => void refused.add(socket);

/**
 * What is no HTTP, or does not come in time, gets one answer in the error envelope (in a line, where the target is one
 * of bytes) and the end of its connection; requests that had arrived whole before it are answered first.
 */
export const refuseUnparsed =
  ({ head }: Deadlines, ofBytes: (target: string) => boolean) =>
  (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    if (ended.has(socket)) return;
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
      return refused.has(socket) ? undefined : refuseLate(socket, head);
    ended.add(socket);
    // The head of one whose body cannot be read may have been answered before: its connection would wait for the rest.
    const said = lastAnswer(socket);
    if (said?.headersSent && !said.req.complete) return endAfter(said, socket);
    const earlier = wholeAnswered(socket);
    const refusal = error.code === 'HPE_HEADER_OVERFLOW' ? headTooLarge : badRequest;
    const target = targetOfUnread(error);
    const reason = target !== undefined && ofBytes(target) ? lineOf(error) : undefined;
    const end = (): void => endWith(socket, refusal, { reason });
    if (earlier) void earlier.then(end);
    else end();
  };

/** One that is still being said is cut off. */
const endAfter = (answer: ServerResponse, socket: Socket): void => {
  const end = (): void => {
    socket.end();
    cutAfterFarewell(socket);
  };
  if (isOver(answer) || !answer.writableEnded) end();
  else answer.once('close', end);
};

/** Why, in one line of ASCII. */
const lineOf = ({ code }: ParserError): string => {
  if (code === 'HPE_INVALID_URL') return 'what is no letter of ASCII in a name is sent percent-encoded';
  if (code === 'HPE_HEADER_OVERFLOW') return 'the head of the request is too large';
  return 'the request is not understood: it is no HTTP';
};

const headTooLarge: StatusLine = [431, 'Request Header Fields Too Large'];

/** The time of a head that was sent behind other requests counts from their answers on. */
const refuseLate = (socket: Socket, patience: number): void => {
  const earlier = allAnswered(socket);
  if (!earlier) {
    ended.add(socket);
    if (socket.bytesRead === 0) socket.destroy();
    else endWith(socket, tooLate);
    return;
  }
  const last = lastAnswer(socket);
  void earlier.then(() => {
    const again = (): void => {
      if (lastAnswer(socket) === last && !socket.destroyed) refuseLate(socket, patience);
    };
    setTimeout(again, patience).unref();
  });
};

/** Refuses a connection before anything is heard on it. */
export const refuseConnection = (socket: Socket): void => {
  ended.add(socket);
  socket.on('error', () => undefined);
  // What it sends is thrown away: unread, it would have the answer be lost.
  socket.resume();
  endWith(socket, unavailable, { headers: { 'retry-after': 1 } });
};

/** `headers`: more than those of every refusal. `reason`: of a byte door. */
const endWith = (
  socket: Socket,
  refusal: StatusLine,
  { headers: more = {}, reason }: { headers?: Message['headers']; reason?: string | undefined } = {},
): void => {
  if (!socket.writable) return void socket.destroy();
  const { headers, body } = messageOf(refusal, reason);
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal[0]} ${reason ?? refusal[1]}\r\n${lines.join('')}\r\n${body}`);
  cutAfterFarewell(socket);
};
