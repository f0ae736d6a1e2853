import type { TransferGrant } from '@holdfast/vcs-spi';
import { processorTime, type TransferClient } from '@holdfast/vcs-spi/engine';
import { transferConfig } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import { exitOf } from '../process/exit-of.js';
import { complaintOf, type ConversationEnd } from './conversation.js';
import { protocolEnvironment, protocolOf } from './git-protocol.js';
import type { HeldAnswer } from './held-answer.js';
import type { Talk } from './talk.js';

/** git says which references there are, and what it can do, and ends. */
export const advertising = ['--stateless-rpc', '--advertise-refs'];

/** Says to a client which references there are. `talk`: it goes on over the same connection. */
export const advertiseRefs = async (
  processes: GitProcesses,
  grant: TransferGrant,
  service: 'upload-pack' | 'receive-pack',
  answer: HeldAnswer,
  client: TransferClient,
  talk?: Talk,
): Promise<ConversationEnd> => {
  const { directory } = grant;
  const config = transferConfig(directory);
  const command = { command: service, config, flags: advertising, values: [directory] };
  const environment = protocolEnvironment(protocolOf(grant));
  const options = { environment, yielding: true, signal: client.gone };
  const child = processes.start(command, ['ignore', 'pipe', 'pipe'], options);
  if (talk) {
    answer.release();
    client.talksWith(() => processorTime(child));
    child.stdout?.on('data', (chunk: Buffer) => talk.said(chunk));
  }
  const ended = exitOf(child);
  const complaint = complaintOf(child);
  if (child.stdout) await answer.carry(child.stdout).catch(() => undefined);
  return { ...(await ended), complaint: complaint() };
};
