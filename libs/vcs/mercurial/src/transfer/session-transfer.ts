import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TransferGrant } from '@holdfast/vcs-spi';
import {
  BodyFailure,
  noCache,
  processorTime,
  PushRoom,
  refuse,
  StandingCheck,
  TalkRoom,
  TransferClient,
  TransferTurns,
  type ChildProcesses,
  type MemoryBudget,
} from '@holdfast/vcs-spi/engine';
import { gateSocket, type EnginePlace } from '../worker/engine-place.js';
import { lastLines } from './last-lines.js';
import { SessionClient } from './session-client.js';
import { WatchedPushes, type PushWork } from '../worker/push-work.js';
import { TransactionJudge } from './push-judge.js';
import type { MercurialParts } from './wire-transfer.js';

/** So many conversations at a time: each is a program of its own. */
const places = { total: 16, perRepository: 8 };
/** Of what a program says beside its answers the end is told: so much of it is kept (characters). */
const mostSaid = 16 << 10;

/** Conversations with clients that come over SSH: each has a program of its own. */
export class SessionTransfer {
  private readonly turns: TransferTurns;
  constructor(
    private readonly parts: MercurialParts,
    private readonly children: ChildProcesses,
    private readonly place: EnginePlace,
    private readonly bounds: { memory: MemoryBudget; work: PushWork },
  ) {
    this.turns = new TransferTurns(places, parts.limits.queue);
  }

  async exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const client = TransferClient.of(response, this.parts.limits.idle);
    const refused = (): void => refuse(response, 503, 'too many transfers, try again');
    await this.turns.run(grant, client, () => this.talk(grant, request, response, client), refused);
  }

  private async talk(
    grant: TransferGrant,
    request: IncomingMessage,
    response: ServerResponse,
    client: TransferClient,
  ): Promise<void> {
    const { gate, questions, limits, pushed } = this.parts;
    const { directory, service } = grant;
    const room = new PushRoom(grant, gate);
    const judge = new TransactionJudge(grant, { gate, room, most: limits.names });
    const standing = new StandingCheck(gate, grant, limits.trusted);
    const transfer = randomUUID();
    let pushes: WatchedPushes | undefined;
    const close = questions.open(transfer, {
      begins: () => pushes?.begin(),
      judge: (updates, bytes) => client.ours(judge.judge(updates, bytes)),
      ended: (committed) => {
        pushes?.leave();
        return judge.ended(committed);
      },
    });
    try {
      await standing.holds();
      const call = await this.place.call('hf_ssh', directory, gateSocket, service);
      const environment = { ...call.environment, HF_TRANSFER: transfer };
      const options = { yielding: true, signal: client.gone, deed: 'hg serve' };
      const child = this.children.start({ ...call, environment }, 'pipe', options);
      client.talksWith(() => processorTime(child));
      let reason: string | undefined;
      const end = (why: string): void => {
        reason = why;
        this.children.end(child);
      };
      this.bounds.memory.follow(child, grant.owner, () =>
        end('the conversations of all need too much memory together, try again later'),
      );
      const { stdin, stdout, stderr } = child;
      if (!stdin || !stdout || !stderr) throw new Error('a program without its streams');
      const ended = new Promise<number>((resolve) => {
        child.once('close', (code) => resolve(code ?? -1)).once('error', () => resolve(-1));
      });
      const said = lastSaid(stderr);
      const session = new SessionClient(request, response, client);
      response.writeHead(200, { 'Content-Type': 'application/octet-stream', ...noCache });
      pushes = new WatchedPushes(this.bounds.work, child, () => session.heard, end);
      const metered = service === 'write' ? new TalkRoom(room) : undefined;
      const fed = session.feed(stdin, standing, metered).catch((error: unknown) => {
        this.children.end(child);
        return error instanceof BodyFailure ? error : undefined;
      });
      await session.carry(stdout).catch(() => this.children.end(child));
      const code = await ended;
      session.over();
      const failure = await fed;
      this.finish(response, failure ? 255 : code, reason ?? failure?.message ?? said());
    } catch (error) {
      if (error instanceof BodyFailure) refuse(response, error.status, error.message);
      else if (!response.headersSent) refuse(response, 503, 'Mercurial does not run, try again');
      else throw error;
    } finally {
      close();
      await judge.finish();
      room.leave();
      if (judge.changed) pushed(directory);
    }
  }

  private finish(response: ServerResponse, code: number, reason: string): void {
    if (response.destroyed) return;
    const told = lastLines(reason);
    response.addTrailers({
      'x-hf-exit': String(code < 0 ? 255 : code),
      ...(told === '' ? {} : { 'x-hf-reason': told }),
    });
    response.end();
  }
}

/** The end of what a program says beside its answers. */
const lastSaid = (stream: Readable): (() => string) => {
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-mostSaid)));
  return () => text.trim();
};
