import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { CallContext, DoorRefusal, RefusalBody } from '@holdfast/kernel';
import type { PresentedPass } from '@holdfast/vcs-spi';
import type { Refusal } from './refusal.js';
import type { CountedTransfer } from './transfer.metrics.js';

/** One request of a plain client and its answer, from the decision to the last byte. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  ctx: CallContext;
  /** Of every answer, whatever it is; names and values, alternating. */
  headers: string[];
  /** The client sends its body only after `100 Continue`, and none was sent yet. */
  waiting: boolean;
  /** Called when nothing is done for it any more but to read the rest of its body. */
  owes?: () => void;
  /** Milliseconds that are waited for the next byte of the body. */
  patience: number;
  /** The body of refusals, where the kind words them itself. */
  refusalBody: ((refusal: DoorRefusal) => RefusalBody | undefined) | undefined;
  /** With which it has come. */
  pass?: PresentedPass & { kind: string; repository: string };
  /** As it is counted; absent: it is the answer to an operation. */
  counted?: CountedTransfer;
  /** Why this exchange was given up: nothing more of its body is waited for. */
  given?: Refusal;
  /** Where its body is streamed to, while it is. */
  sending?: Writable;
  /** Breaks off what is under way for it, while something is. */
  breakOff?: () => void;
}

/**
 * Ends an exchange before its time: with the refusal where nothing was answered yet, else by the end of its
 * connection.
 */
export const giveUp = (exchange: Exchange, refusal: Refusal): void => {
  if (exchange.given) return;
  exchange.given = refusal;
  if (exchange.breakOff) exchange.breakOff();
  else exchange.res.destroy();
};

/** Asks a waiting client for its body; to be called right before reading it. */
export const invite = (exchange: Exchange): void => {
  if (!exchange.waiting) return;
  exchange.waiting = false;
  exchange.res.writeContinue();
};

/** Resolves when nothing more of this exchange will happen on its connection. */
export const ended = ({ res }: Exchange): Promise<void> =>
  res.closed || res.destroyed ? Promise.resolve() : new Promise((resolve) => res.once('close', resolve));
