import type { ServerResponse } from 'node:http';
import type { RefusalBody } from '@holdfast/kernel';

/** Headers of answers that nobody may keep. */
export const noCache = {
  'Cache-Control': 'no-cache, max-age=0, must-revalidate',
  Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  Pragma: 'no-cache',
};

/** A final answer with the reason in the status line and in a body: a plain one where none is given. */
export const refuse = (
  response: ServerResponse,
  status: number,
  reason: string,
  body?: RefusalBody,
): void => {
  if (response.headersSent || response.destroyed) return;
  const line = reason
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);
  // A body that stalled is not waited for. One that is too large is still on its way: a connection that is closed
  // then is reset, and the answer is lost with it. Whoever sends gives the connection up once the answer is there.
  const connection = status === 408 ? { Connection: 'close' } : {};
  response.writeHead(status, line, {
    'Content-Type': body?.type ?? 'text/plain; charset=utf-8',
    ...noCache,
    ...connection,
  });
  response.end(body?.text ?? `${line}\n`);
};
