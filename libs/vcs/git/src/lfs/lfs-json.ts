import type { ServerResponse } from 'node:http';
import { loopShare, mustBeModest } from '@holdfast/kernel';
import { refuse } from '@holdfast/vcs-spi/engine';
import { lfsRefusal, lfsType } from './lfs-protocol.js';
import type { LfsProblem } from './lfs-problem.js';

/** Objects and arrays in one another: those of LFS have five. */
const mostDepth = 16;

/**
 * What others say in JSON. The event loop is everybody's: it is looked at before anything is made of it, and of many
 * long ones each has a turn of its own.
 * @throws DomainError `malformed`, `too_large` where no one of LFS has as many levels or names; SyntaxError
 */
export const saidJson = async (bytes: Buffer): Promise<unknown> => {
  if (loopShare.isOver) await loopShare.pass();
  mustBeModest(bytes, mostDepth);
  return JSON.parse(bytes.toString()) as unknown;
};

/** The whole answer. */
export const giveJson = (response: ServerResponse, status: number, body: object): void => {
  if (response.headersSent || response.destroyed) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': lfsType,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(text);
};

/** The reason stands in the status line and where clients of LFS look for it. */
export const refuseLfs = (
  response: ServerResponse,
  { status, message, more }: LfsProblem,
  requestId?: string,
): void => refuse(response, status, message, lfsRefusal(message, requestId, more));
