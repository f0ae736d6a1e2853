import { BodyFailure } from '@holdfast/vcs-spi/engine';
import type { DavServer } from '../server/dav-server.js';
import type { DavExchange } from './dav-bodies.js';

/** Of the failure where the connection to the server broke. */
const away = 503;

/**
 * Whether the server has done a change to its end, or nothing of it: it says so, has let go by itself of one that was
 * given up, or was not reached before that. Where it has failed itself, or its process has ended, something may be half
 * done.
 */
export const isDone = (
  { fate: { head, failure }, left }: Pick<DavExchange, 'fate' | 'left'>,
  server: Pick<DavServer, 'hasLetGo'>,
): boolean => {
  if (head) return head.status < 500;
  if (left.length > 0) return left.every((over) => server.hasLetGo(over));
  return failure instanceof BodyFailure && failure.status !== away;
};
