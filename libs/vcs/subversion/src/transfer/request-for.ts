import { BodyFailure, type RelayedRequest } from '@holdfast/vcs-spi/engine';
import { rootHeader } from '../door/dav-headers.js';
import type { DavExchange } from './dav-bodies.js';
import type { DavParts } from './dav-parts.js';
import { sentHeaders, sentPieces, type SentBody } from './sent-body.js';

/**
 * What the server is asked for an exchange, as soon as it can be.
 * @throws BodyFailure where it does not come up
 */
export const requestFor = async (
  { server, views }: Pick<DavParts, 'server' | 'views'>,
  { grant, request }: DavExchange,
  body: SentBody,
): Promise<RelayedRequest> => {
  const { directory, author = '-', exchange } = grant;
  await server.answers().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BodyFailure('broken', 503, `${reason}, try again`);
  });
  const { [rootHeader]: root = '', destination, if: condition, ...headers } = exchange.headers;
  const view = await views.of(directory);
  // It may wait for its turn: one that is started meanwhile does not know what this one is told.
  const to = server.address;
  const here = `http://${to.host}:${to.port}`;
  return {
    to,
    method: exchange.method,
    path: exchange.path,
    headers: {
      ...headers,
      ...(destination === undefined ? {} : { destination: here + destination }),
      ...(condition === undefined ? {} : { if: condition.replace(/<(?=\/)/g, `<${here}`) }),
      ...sentHeaders(request, body),
      ...server.identity(view, root, author),
    },
    ...sentPieces(grant, body),
  };
};
