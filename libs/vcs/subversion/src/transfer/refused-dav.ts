import type { ServerResponse } from 'node:http';
import { BodyFailure } from '@holdfast/vcs-spi/engine';
import { davRefusal } from '../door/dav-refusal.js';

/** A refusal by the engine, as the stock clients show it; or the end of an answer that has begun. */
export const refuseDav = (response: ServerResponse, status: number, reason: string): void => {
  if (response.destroyed) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { type, text } = davRefusal({ status, reason });
  const phrase = reason.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
  response.writeHead(status, phrase, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    ...(status === 408 ? { Connection: 'close' } : {}),
  });
  response.end(text);
};

/** As for what has never been. */
export const notThere = (): BodyFailure =>
  new BodyFailure('refused', 404, 'not found: this is no transaction of yours');
