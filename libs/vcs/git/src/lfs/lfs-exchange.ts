import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TransferGrant } from '@holdfast/vcs-spi';
import type { StandingCheck, TransferClient } from '@holdfast/vcs-spi/engine';

/** One request of a client of LFS. */
export interface LfsExchange {
  grant: TransferGrant;
  request: IncomingMessage;
  response: ServerResponse;
  client: TransferClient;
  standing: StandingCheck;
  /** The path of the request, and its query. */
  url: URL;
}
