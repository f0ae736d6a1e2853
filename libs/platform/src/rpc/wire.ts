import { asker, DomainError, type CallContext, type WireError } from '@holdfast/kernel';
import { Lines } from './lines.js';

/** When a call was sent, by no clock that somebody sets. */
export interface SentAt {
  /** The process that sent it, by a name that it has for this service; a new one has a new name. */
  by: string;
  /** Milliseconds since some moment of that process. */
  at: number;
  /** Milliseconds for which it waits from then on. */
  left: number;
}

/** A call as it travels: the context, then what the operation takes. Earlier code does not say when it was sent. */
export interface CallMessage<I = unknown> {
  ctx: CallContext;
  sent?: SentAt;
  input: I;
}

/** Exactly one of the two is there. Errors travel as codes. */
export interface ReplyMessage<T = unknown> {
  value?: T;
  error?: WireError;
}

/** An answer as text; `lines`: texts follow the first line. */
export const replyText = (reply: ReplyMessage): string => {
  const { value } = reply;
  if (!(value instanceof Lines)) return JSON.stringify(reply);
  const head = headText(value);
  return value.texts.length === 0 ? head : `${head}\n${value.texts.join('\n')}`;
};

/** The same as it is sent: lines that are bytes already are copied and not read. */
export const replyBytes = (reply: ReplyMessage): string | Buffer => {
  const { value } = reply;
  if (!(value instanceof Lines) || !value.message) return replyText(reply);
  const { bytes, at } = value.message;
  const lines = bytes.subarray(at);
  return lines.length === 0 ? headText(value) : Buffer.concat([Buffer.from(`${headText(value)}\n`), lines]);
};

const headText = ({ head }: Lines): string => JSON.stringify({ value: head, lines: true });

/** The value of an answer. @throws DomainError as the service answered it. */
export const readReply = (bytes: Uint8Array): unknown => {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = message.indexOf('\n');
  const first = message.toString('utf8', 0, end < 0 ? message.length : end);
  const { value, error, lines } = JSON.parse(first) as ReplyMessage & { lines?: unknown };
  if (error) throw DomainError.fromWire(error);
  if (lines === undefined) return value;
  return new Lines(value, { bytes: message, at: end < 0 ? message.length : end + 1 });
};

/** Context of a call that no request from outside has caused. */
export const ownContext = (service: string, milliseconds = 10_000): CallContext => ({
  requestId: `${service}-${Date.now().toString(36)}`,
  deadline: Date.now() + milliseconds,
});

/** The same for work whose client waits without a deadline: its calls wait for a service that restarts. */
export const waitedContext = (service: string, milliseconds: number): CallContext => ({
  ...ownContext(service, milliseconds),
  [asker]: { from: { destroyed: false }, held: 0 },
});
