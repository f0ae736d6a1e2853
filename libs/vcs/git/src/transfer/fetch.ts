import type { ServerResponse } from 'node:http';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { transferConfig } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import type { Hearing } from './announcements.js';
import { converse, finish } from './conversation.js';
import { protocolEnvironment, protocolOf } from './git-protocol.js';
import { HeldAnswer } from './held-answer.js';
import type { TransferClient } from './transfer-client.js';

export const fetchResult = 'application/x-git-upload-pack-result';

/** What a client asks for, as far as it was read. */
export interface FetchRequest {
  body: AsyncIterable<Buffer>;
  /** The answer may go out while the body still comes in. */
  streaming: boolean;
  hearing?: Hearing;
}

/** Answers what a client asks `git upload-pack`. */
export const carryFetch = async (
  processes: GitProcesses,
  grant: TransferGrant,
  { body, streaming, hearing }: FetchRequest,
  response: ServerResponse,
  client: TransferClient,
): Promise<void> => {
  const { directory } = grant;
  const answer = new HeldAnswer(response, fetchResult, client);
  if (streaming) answer.release();
  const child = processes.start(
    {
      command: 'upload-pack',
      config: transferConfig(directory),
      flags: ['--stateless-rpc', '--strict'],
      values: [directory],
    },
    'pipe',
    { environment: protocolEnvironment(protocolOf(grant)), yielding: true },
  );
  const stop = () => processes.end(child);
  client.gone.addEventListener('abort', stop);
  if (client.gone.aborted) stop();
  if (hearing) child.stdout?.on('data', (chunk: Buffer) => hearing.hear(chunk));
  const end = await converse(processes, child, body, answer);
  client.gone.removeEventListener('abort', stop);
  if (end.code === 0 && !end.failure) hearing?.keep();
  finish(answer, end);
};
