import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
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
 * connection. Where nothing is under way for it, whoever would begin that finds the refusal: see `mustGoOn`.
 */
export const giveUp = (exchange: Exchange, refusal: Refusal): void => {
  if (exchange.given) return;
  exchange.given = refusal;
  if (exchange.breakOff) exchange.breakOff();
  else if (exchange.res.headersSent) exchange.res.destroy();
};

/** To be called right before an answer begins. @throws Refusal why it was given up, if it was */
export const mustGoOn = ({ given }: Exchange): void => {
  if (given) throw given;
};

/** Asks a waiting client for its body; to be called right before reading it. */
export const invite = (exchange: Exchange): void => {
  if (!exchange.waiting) return;
  exchange.waiting = false;
  exchange.res.writeContinue();
};

/** So often a connection is read from for a moment: once for what had come before its end, once for the end. */
const looks = 2;

/**
 * Whether the client has gone. A connection from which nobody reads, as that of a body which waits, does not tell: so
 * it is read from for a moment, a piece for each look, which is kept with what has come.
 */
export const hasGone = async ({ req, res }: Exchange): Promise<boolean> => {
  for (let look = 0; look < looks && !res.destroyed && !req.complete; look += 1) {
    req.socket.resume();
    // The first comes before the connection was looked at.
    await setImmediate();
    await setImmediate();
  }
  return res.destroyed;
};

/** Resolves when nothing more of this exchange will happen on its connection. */
export const ended = ({ res }: Exchange): Promise<void> =>
  res.closed || res.destroyed ? Promise.resolve() : new Promise((resolve) => res.once('close', resolve));
