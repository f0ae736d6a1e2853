import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { PushGate, TransferGrant } from '@holdfast/vcs-spi';
import { transferConfig } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import type { Housekeeping } from '../upkeep/housekeeping.js';
import { CommandScan } from './command-scan.js';
import { complaintOf, converse, exitOf, statusOf, type ConversationEnd } from './conversation.js';
import { isVersionTwo, protocolEnvironment, serviceLine } from './git-protocol.js';
import { HeldAnswer, refuse } from './held-answer.js';
import { Push } from './push.js';
import { BodyFailure, chunksOf, isPacked, isReadable } from './request-body.js';
import { Slots } from './slots.js';
import type { Writers } from '../upkeep/writers.js';

export interface TransferLimits {
  /** Fetches at a time in this process, and for one repository. */
  fetches: { total: number; perRepository: number };
  pushes: { total: number; perRepository: number };
  /** How long the body of a fetch may pause (ms). */
  fetchIdle: number;
  /** The same for a push: its client says nothing while it compresses what it is about to send. */
  pushIdle: number;
  /** How long a request may wait for its turn (ms). */
  queue: number;
}

export const usualLimits: TransferLimits = {
  fetches: { total: 48, perRepository: 24 },
  pushes: { total: 32, perRepository: 16 },
  fetchIdle: 60_000,
  pushIdle: 600_000,
  queue: 300_000,
};

/** A fetch request lists commits; more than this is no honest one (bytes, unpacked). */
const largestFetchRequest = 256 << 20;
/** A packed body of at most this many bytes is checked before git sees it. */
const checkedFirst = 4 << 20;

/** git's smart HTTP protocol: the answers of `info/refs`, `git-upload-pack` and `git-receive-pack`. */
export class GitTransfer {
  private readonly fetches: Slots;
  private readonly pushes: Slots;
  private capabilities: Promise<Buffer> | undefined;

  constructor(
    private readonly processes: GitProcesses,
    private readonly gate: PushGate,
    private readonly writers: Writers,
    private readonly housekeeping: Housekeeping,
    private readonly hooksDirectory: string,
    private readonly limits: TransferLimits = usualLimits,
  ) {
    this.fetches = new Slots(limits.fetches.total, limits.fetches.perRepository);
    this.pushes = new Slots(limits.pushes.total, limits.pushes.perRepository);
  }

  async exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (grant.service !== 'upload-pack' && grant.service !== 'receive-pack') {
      return refuse(response, 404, 'no such service');
    }
    if (grant.advertise) return this.advertise(grant, grant.service, response);
    if (!isReadable(request)) return refuse(response, 415, 'unknown Content-Encoding');
    const slots = grant.service === 'upload-pack' ? this.fetches : this.pushes;
    const gone = new AbortController();
    const giveUp = () => gone.abort();
    response.once('close', giveUp);
    const timer = setTimeout(giveUp, this.limits.queue);
    const free = await slots.take(grant.directory, gone.signal);
    clearTimeout(timer);
    if (!free) return refuse(response, 503, 'too many transfers, try again');
    try {
      if (grant.service === 'upload-pack') await this.fetch(grant, request, response, gone.signal);
      else await this.writers.during(grant.directory, () => this.push(grant, request, response, gone.signal));
    } finally {
      free();
    }
  }

  private async advertise(
    { directory, protocol }: TransferGrant,
    service: 'upload-pack' | 'receive-pack',
    response: ServerResponse,
  ): Promise<void> {
    const environment = protocolEnvironment(protocol);
    const answer = new HeldAnswer(response, `application/x-git-${service}-advertisement`);
    if (service === 'upload-pack' && isVersionTwo(environment)) {
      // The answer of version 2 names what the server can do, and nothing of the repository.
      await stat(join(directory, 'HEAD')).catch(() => (response.statusCode = 404));
      if (response.statusCode === 404) return refuse(response, 404, 'no such repository');
      this.capabilities ??= this.readCapabilities(directory, environment);
      const text = await this.capabilities.catch(() => (this.capabilities = undefined));
      if (!text) return refuse(response, 500, 'git failed on the server');
      return answer.give(text);
    }
    const command = {
      command: service,
      config: transferConfig(directory),
      flags: advertising,
      values: [directory],
    };
    const child = this.processes.start(command, ['ignore', 'pipe', 'pipe'], environment);
    response.once('close', () => this.processes.end(child));
    const complaint = complaintOf(child);
    const exit = exitOf(child);
    answer.prepend(serviceLine(service));
    if (child.stdout) await answer.carry(child.stdout).catch(() => undefined);
    const { code } = await exit;
    if (code !== 0 && answer.pending) answer.fail(...statusOf({ code, complaint: complaint() }));
    else answer.end();
  }

  private async readCapabilities(directory: string, environment: Record<string, string>): Promise<Buffer> {
    const command = {
      command: 'upload-pack' as const,
      config: transferConfig(directory),
      flags: advertising,
      values: [directory],
    };
    const { code, stdout } = await this.processes.run(command, { environment });
    if (code !== 0) throw new Error('git upload-pack failed');
    return Buffer.from(stdout, 'utf8');
  }

  private async fetch(
    grant: TransferGrant,
    request: IncomingMessage,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const { directory } = grant;
    const answer = new HeldAnswer(response, 'application/x-git-upload-pack-result');
    const all = chunksOf(request, { idle: this.limits.fetchIdle, size: largestFetchRequest });
    let body: AsyncIterable<Buffer> = all;
    try {
      if (isPacked(request)) body = await checked(all);
    } catch (error) {
      return failed(answer, error);
    }
    if (!isPacked(request)) answer.release();
    const child = this.processes.start(
      {
        command: 'upload-pack',
        config: transferConfig(directory),
        flags: ['--stateless-rpc', '--strict'],
        values: [directory],
      },
      'pipe',
      protocolEnvironment(grant.protocol),
    );
    const stop = () => this.processes.end(child);
    gone.addEventListener('abort', stop);
    if (gone.aborted) stop();
    const end = await converse(this.processes, child, body, answer);
    gone.removeEventListener('abort', stop);
    finish(answer, end);
  }

  private async push(
    grant: TransferGrant,
    request: IncomingMessage,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const { directory } = grant;
    await this.housekeeping.yieldTo(directory);
    const answer = new HeldAnswer(response, 'application/x-git-receive-pack-result');
    const push = new Push(grant, this.gate, this.processes);
    const scan = new CommandScan((ref) => push.sawRef(ref));
    const most = grant.limits?.maxInputBytes;
    const child = this.processes.start(
      {
        command: 'receive-pack',
        config: {
          ...transferConfig(directory),
          'core.hooksPath': this.hooksDirectory,
          ...(most === undefined ? {} : { 'receive.maxInputSize': String(most) }),
        },
        flags: ['--stateless-rpc'],
        values: [directory],
      },
      ['pipe', 'pipe', 'pipe', 'pipe'],
      protocolEnvironment(grant.protocol),
    );
    // Once a push is accepted its refs are being written: then it ends by itself, with or without a client.
    const stop = () => {
      if (!push.accepted) this.processes.end(child);
    };
    gone.addEventListener('abort', stop);
    if (gone.aborted) stop();
    const socket = child.stdio[3] as Socket | undefined;
    const attended = socket ? push.attend(socket) : undefined;
    const body = passing(chunksOf(request, { idle: this.limits.pushIdle }), (chunk) => scan.read(chunk));
    const end = await converse(this.processes, child, body, answer, () => !push.accepted);
    gone.removeEventListener('abort', stop);
    socket?.destroy();
    await attended;
    if (end.signal) this.writers.wasKilled(directory);
    await push.end();
    if (push.accepted) this.housekeeping.wrote(directory);
    finish(answer, end);
  }
}

const advertising = ['--stateless-rpc', '--advertise-refs'];

/** Reads a packed body to its checksum before anything of it is used, unless it is very long. */
async function checked(body: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const next = await body.next();
    if (next.done) return passingAll(chunks);
    chunks.push(next.value);
    size += next.value.length;
    if (size > checkedFirst) return passingAll(chunks, body);
  }
}

async function* passingAll(first: Buffer[], rest?: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  if (rest) yield* rest;
}

async function* passing(body: AsyncIterable<Buffer>, see: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    see(chunk);
    yield chunk;
  }
}

function failed(answer: HeldAnswer, error: unknown): void {
  if (!(error instanceof BodyFailure)) throw error;
  answer.fail(error.status, error.message);
}

function finish(answer: HeldAnswer, end: ConversationEnd): void {
  if (end.failure) answer.fail(end.failure.status, end.failure.message);
  else if (end.code === 0 || answer.hasContent) {
    if (end.signal) answer.fail(500, 'git was ended');
    else answer.end();
  } else answer.fail(...statusOf(end));
}
