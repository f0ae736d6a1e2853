import type { ServerResponse } from 'node:http';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { transferConfig } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import {
  BodyFailure,
  processorTime,
  SilenceDeadline,
  type TransferClient,
  WorkDeadline,
} from '@holdfast/vcs-spi/engine';
import type { AnswerRecorder } from './announcements.js';
import { converse, finish } from './conversation.js';
import { protocolEnvironment, protocolOf } from './git-protocol.js';
import { HeldAnswer } from './held-answer.js';
import { packet } from './pkt-line.js';
import { SaidData } from './said-data.js';
import type { Talk } from './talk.js';
import { pathsHidden } from './told-lines.js';
import type { TransferLimits } from './transfer-limits.js';

export const fetchResult = 'application/x-git-upload-pack-result';
export const sessionResult = 'application/octet-stream';

/** What a client asks for, as far as it was read. */
export interface FetchRequest {
  body: AsyncIterable<Buffer>;
  /** The answer may go out while the body still comes in. */
  streaming: boolean;
  hearing?: AnswerRecorder;
  /** Most bytes of data of each process that git starts for it. Absent: as `Infinity` of `StartOptions`. */
  memory?: number;
  /** How long git may work on it, as `WorkDeadline` counts (ms). Absent: as long as it likes. */
  working?: number;
  /** How long git may say nothing, as `SilenceDeadline` counts (ms). */
  silence?: number;
  /** It goes on over the same connection until all is said. */
  talk?: Talk;
}

/**
 * What is answered to a fetch that asks for too much, as the client shows it: of a status it would show the number
 * only. Undefined: the body failed otherwise.
 */
export const refusedFetch = (
  { cause }: BodyFailure,
  { fetchRequest }: Pick<TransferLimits, 'fetchRequest'>,
): Buffer | undefined => {
  if (cause !== 'too_large') return undefined;
  const line = `ERR the request is too large (${fetchRequest} bytes at most), fetch fewer references at a time`;
  return Buffer.from(packet(line));
};

/**
 * Answers what a client asks `git upload-pack`, or `git upload-archive`, which only talks.
 * @throws BodyFailure `too_large` while nothing is answered
 */
export const carryFetch = async (
  processes: GitProcesses,
  grant: TransferGrant,
  { body, streaming, hearing, talk, memory = Infinity, working, silence = Infinity }: FetchRequest,
  response: ServerResponse,
  client: TransferClient,
): Promise<void> => {
  const { directory, service, owner } = grant;
  const answer = new HeldAnswer(response, talk ? sessionResult : fetchResult, client);
  answer.through = pathsHidden();
  if (streaming) answer.release();
  const child = processes.start(
    {
      command: service === 'upload-archive' ? service : 'upload-pack',
      config: transferConfig(directory),
      flags: service === 'upload-archive' ? [] : talk ? ['--strict'] : ['--stateless-rpc', '--strict'],
      values: [directory],
    },
    'pipe',
    {
      ...{ environment: protocolEnvironment(protocolOf(grant)), yielding: true, memory, signal: client.gone },
      sharedBy: owner,
    },
  );
  const stop = (): void => processes.end(child);
  if (talk) client.talksWith(() => processorTime(child));
  const said = new SaidData();
  const deadline =
    working === undefined ? undefined : new WorkDeadline(client, () => said.bytes, working, stop);
  const patience = new SilenceDeadline({ client, floor: talk, said, most: silence }, stop);
  child.stdout?.on('data', (chunk: Buffer) => said.hear(chunk));
  if (hearing) child.stdout?.on('data', (chunk: Buffer) => hearing.hear(chunk));
  const end = await converse(processes, child, body, answer, undefined, talk);
  deadline?.end();
  patience.end();
  if (end.code === 0 && !end.failure) hearing?.keep();
  if (end.failure?.cause === 'too_large' && answer.pending) throw end.failure;
  const spent = processes.spentReason(child);
  const ours = patience.failure ?? (spent === undefined ? undefined : new BodyFailure('late', 503, spent));
  const failure = ours ?? deadline?.failure ?? end.failure;
  if (ours && !talk && !answer.pending && said.isAtEdge)
    return answer.endWith(Buffer.from(packet(`\x03${ours.message}\n`)));
  finish(answer, { ...end, failure }, talk);
};
