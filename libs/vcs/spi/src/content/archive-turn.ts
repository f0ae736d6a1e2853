import type { ServerResponse } from 'node:http';
import type { ArchiveGrant, TransferGrant } from '../vcs-engine.js';
import { refuse } from '../transfer/refused-answer.js';
import { TransferClient } from '../transfer/transfer-client.js';
import type { TransferTurns } from '../transfer/transfer-turns.js';
import { archiveHead } from './archive-head.js';

/**
 * Answers a request for an archive: at once where no bytes are asked for, else by `send` when its turn has come, with
 * the headers of a whole answer. `idle`: how long its client may let us wait (ms). `state`: as `archiveHead` takes it.
 */
export const archiveInTurn = async (
  turns: TransferTurns,
  idle: number,
  grant: TransferGrant & { archive: ArchiveGrant },
  response: ServerResponse,
  send: (headers: Record<string, string>, client: TransferClient) => Promise<void>,
  state?: string,
): Promise<void> => {
  const head = archiveHead(grant.exchange.headers, grant.archive, grant.repository, state);
  if (head.status !== 200) return void response.writeHead(head.status, head.headers).end();
  const client = TransferClient.of(response, idle);
  const refused = (): void => refuse(response, 503, 'too many archives are made, try again');
  await turns.run(grant, client, () => send(head.headers, client), refused);
};
