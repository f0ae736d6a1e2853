import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { PushGate, TransferGrant } from '@holdfast/vcs-spi';
import { transferConfig } from '../process/git-command.js';
import type { GitProcesses } from '../process/git-processes.js';
import type { Housekeeping } from '../upkeep/housekeeping.js';
import { Announcements, type Hearing } from './announcements.js';
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
/** So much of a body has to be there before it gets a turn: a client that only begins one holds up nobody. */
const readFirst = 64 << 10;

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
    private readonly announcements: Announcements,
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
    const fetching = grant.service === 'upload-pack';
    const limits = fetching
      ? { idle: this.limits.fetchIdle, size: largestFetchRequest }
      : { idle: this.limits.pushIdle };
    let read: ReadAhead;
    try {
      read = await readAhead(
        chunksOf(request, limits),
        fetching && isPacked(request) ? checkedFirst : readFirst,
      );
    } catch (error) {
      if (!(error instanceof BodyFailure)) throw error;
      return refuse(response, error.status, error.message);
    }
    const { directory, protocol = '' } = grant;
    const question = fetching && read.whole && Announcements.questionOf(protocol, read.whole);
    const known = question ? this.announcements.find(directory, question) : undefined;
    if (known) return new HeldAnswer(response, fetchResult).give(known);
    await this.inTurn(directory, fetching ? this.fetches : this.pushes, response, async (gone) => {
      if (!fetching) return this.writers.during(directory, () => this.push(grant, read.body, response, gone));
      const hearing = question ? this.announcements.listen(directory, question) : undefined;
      const streaming = !isPacked(request);
      return this.fetch(grant, read.body, streaming, response, gone, hearing);
    });
  }

  /** Waits for a slot and carries the work out; its signal tells that the client has gone away. */
  private async inTurn(
    directory: string,
    slots: Slots,
    response: ServerResponse,
    work: (gone: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const gone = new AbortController();
    const giveUp = () => gone.abort();
    response.once('close', giveUp);
    if (response.destroyed) giveUp();
    const timer = setTimeout(giveUp, this.limits.queue);
    const free = await slots.take(directory, gone.signal);
    clearTimeout(timer);
    if (!free) return refuse(response, 503, 'too many transfers, try again');
    try {
      await work(gone.signal);
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

  /** `streaming`: the answer may go out while the body still comes in. */
  private async fetch(
    { directory, protocol }: TransferGrant,
    body: AsyncIterable<Buffer>,
    streaming: boolean,
    response: ServerResponse,
    gone: AbortSignal,
    hearing: Hearing | undefined,
  ): Promise<void> {
    const answer = new HeldAnswer(response, fetchResult);
    if (streaming) answer.release();
    const child = this.processes.start(
      {
        command: 'upload-pack',
        config: transferConfig(directory),
        flags: ['--stateless-rpc', '--strict'],
        values: [directory],
      },
      'pipe',
      protocolEnvironment(protocol),
    );
    const stop = () => this.processes.end(child);
    gone.addEventListener('abort', stop);
    if (gone.aborted) stop();
    if (hearing) child.stdout?.on('data', (chunk: Buffer) => hearing.hear(chunk));
    const end = await converse(this.processes, child, body, answer);
    gone.removeEventListener('abort', stop);
    if (end.code === 0 && !end.failure) hearing?.keep();
    finish(answer, end);
  }

  private async push(
    grant: TransferGrant,
    body: AsyncIterable<Buffer>,
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
    const seen = passing(body, (chunk) => scan.read(chunk));
    const end = await converse(this.processes, child, seen, answer, () => !push.accepted);
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

const fetchResult = 'application/x-git-upload-pack-result';

/** A body of which the beginning was read; `whole`: its chunks, where that was all of it. */
interface ReadAhead {
  body: AsyncIterable<Buffer>;
  whole?: Buffer[];
}

/** The same body once it has come to its end, its checksum included, or to so many bytes. */
async function readAhead(body: AsyncGenerator<Buffer>, bytes: number): Promise<ReadAhead> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const next = await body.next();
    if (next.done) return { body: passingAll(chunks), whole: chunks };
    chunks.push(next.value);
    size += next.value.length;
    if (size > bytes) return { body: passingAll(chunks, body) };
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

function finish(answer: HeldAnswer, end: ConversationEnd): void {
  if (end.failure) answer.fail(end.failure.status, end.failure.message);
  else if (end.code === 0 || answer.hasContent) {
    if (end.signal) answer.fail(500, 'git was ended');
    else answer.end();
  } else answer.fail(...statusOf(end));
}
