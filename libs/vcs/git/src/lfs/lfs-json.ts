import type { ServerResponse } from 'node:http';
import { refuse } from '@holdfast/vcs-spi/engine';
import { lfsRefusal, lfsType } from './lfs-protocol.js';
import type { LfsProblem } from './lfs-problem.js';

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
