import type { IncomingMessage } from 'node:http';

/** How much of the body of a request is there. */
export type ComingRequest = Pick<IncomingMessage, 'complete' | 'readableLength' | 'readableFlowing'>;

/** It has a body, all of which has come, and nobody has read anything of it yet. */
export const hasWholeBody = ({ complete, readableLength, readableFlowing }: ComingRequest): boolean =>
  complete && readableLength > 0 && readableFlowing === null;
