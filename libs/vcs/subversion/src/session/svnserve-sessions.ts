import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join, relative, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { memoryHere } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import {
  BodyFailure,
  drained,
  give,
  limited,
  MemoryBudget,
  ownSize,
  processorTime,
  PushRoom,
  SpokenFloor,
  StandingCheck,
  TalkRoom,
  TransferClient,
  TransferTurns,
  type ChildProcesses,
} from '@holdfast/vcs-spi/engine';
import { rootHeader } from '../door/dav-headers.js';
import { raItem } from '../door/ra-svn.js';
import { makeView } from '../process/view-directories.js';
import { subversionEnvironment } from '../process/environment.js';
import { withoutPaths } from '../transfer/hidden-paths.js';
import { refuseDav } from '../transfer/refused-dav.js';
import type { SubversionLimits } from '../transfer/subversion-limits.js';
import { withinRoom } from '../transfer/written-body.js';
import type { AnswerHook } from './hook-questions.js';
import { hearing, saidBody } from './said-body.js';
import { Session, type SessionParts } from './session.js';

export interface SessionsParts extends Omit<SessionParts, 'patience' | 'alone' | 'making'> {
  children: ChildProcesses;
  /** Hears of the beginning and the end of every conversation that may write. */
  written: (directory: string) => void;
  /** The search path. */
  path: string;
  /** A directory of the conversations' own, absolute. */
  directory: string;
  /** The directory of their hooks. */
  hooks: () => string;
  limits: SubversionLimits;
}

/** With which a program ends that could not go on. */
const failed = 1;
/**
 * Most bytes of data of each program: it caches some, and keeps what it has been told of one command. A checkout of
 * 30,000 files takes 21 MB.
 */
const memory = 256 << 20;
/** The same of all programs together: a directory is kept whole until its client has taken it. */
const together = Math.min(2 ** 31, memoryHere() / 8);
/** More is no greeting (bytes). */
const longestGreeting = 4096;

/**
 * Clients that talk with `svnserve`, each with one of its own, in a directory that holds nothing but its repository.
 */
export class SvnserveSessions {
  private readonly turns: TransferTurns;
  private readonly memory = new MemoryBudget(together, ownSize);
  private readonly sessions = new Map<string, Pick<Talk, 'session' | 'client'>>();

  constructor(private readonly parts: SessionsParts) {
    this.turns = new TransferTurns(parts.limits.sessions, parts.limits.queue);
  }

  async start(): Promise<void> {
    await rm(this.parts.directory, { recursive: true, force: true });
    await mkdir(this.parts.directory, { recursive: true, mode: 0o700 });
  }

  /** Hooks are known by the name that was made up for their conversation. */
  readonly asked: AnswerHook = async (question, answer) => {
    const [name] = relative(this.parts.directory, question.repository).split(sep);
    const talk = this.sessions.get(name);
    if (talk) await talk.client.ours(talk.session.asked(question, answer));
    else answer('this conversation is over');
  };

  async exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { idle, thought } = this.parts.limits;
    const client = TransferClient.of(response, idle, thought);
    const refused = (): void => refuseDav(response, 503, 'too many transfers, try again');
    try {
      await this.turns.run(grant, client, () => this.talk(grant, request, response, client), refused);
    } catch (error) {
      if (!(error instanceof BodyFailure)) throw error;
      refuseDav(response, error.status, error.message);
    }
  }

  private async talk(
    grant: TransferGrant,
    request: IncomingMessage,
    response: ServerResponse,
    client: TransferClient,
  ): Promise<void> {
    const { gate, limits, written, committed, revising, commits, looks, contents, transactions } = this.parts;
    const standing = new StandingCheck(gate, grant, limits.trusted);
    await standing.holds();
    const name = randomBytes(16).toString('hex');
    const room = new PushRoom(grant, gate);
    const said = new TalkRoom(room);
    const waits = { patience: limits.commits, alone: limits.patience, making: limits.making };
    const session = new Session(
      { gate, commits, looks, contents, transactions, committed, revising, ...waits },
      grant,
      said,
    );
    client.standsWhile(() => session.isWriting);
    const writes = grant.service === 'serve';
    if (writes) written(grant.directory);
    this.sessions.set(name, { session, client });
    try {
      const root = join(this.parts.directory, name);
      const view = join(root, grant.exchange.headers[rootHeader] ?? '');
      if (!view.startsWith(root + sep)) throw new BodyFailure('broken', 404, 'no such repository');
      await mkdir(dirname(view), { recursive: true, mode: 0o700 });
      await makeView(grant.directory, view, this.parts.hooks());
      await this.converse(grant, root, { request, response, client, said, standing, session });
    } finally {
      this.sessions.delete(name);
      await rm(join(this.parts.directory, name), { recursive: true, force: true });
      if (writes) written(grant.directory);
      room.leave();
    }
  }

  private async converse(
    { service, author = '-', owner }: TransferGrant,
    root: string,
    { request, response, client, said: room, standing, session }: Talk,
  ): Promise<void> {
    const { children, path } = this.parts;
    const reading = service === 'serve' ? [] : ['-R'];
    // Of a request that is too large it would hear the rest as another one.
    const args = ['-t', '-r', root, '--tunnel-user', author, '--max-request-size', '0', ...reading];
    const call = limited({ program: 'svnserve', args, environment: subversionEnvironment(path) }, memory);
    const options = { signal: client.gone, yielding: true, deed: 'svnserve' };
    const child = children.start(call, ['pipe', 'pipe', 'ignore'], options);
    this.memory.follow(child, owner, () => children.end(child));
    const ended = new Promise<number>((resolve) => {
      child.once('exit', (code) => resolve(code ?? failed)).once('error', () => resolve(failed));
    });
    client.talksWith(() => processorTime(child));
    const floor = new SpokenFloor();
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    let failure: BodyFailure | undefined;
    const body = withinRoom(room, standing.during(saidBody(request, client, floor)));
    const fed = feed(body, child.stdin, hearing(floor)).catch((error: unknown) => {
      failure = error instanceof BodyFailure ? error : new BodyFailure('gone', 400, String(error));
      children.end(child);
    });
    const own = withoutGreeting(child.stdout as AsyncIterable<Buffer>);
    // Texts have their lengths before them, so that another one is as long.
    const said = withoutPaths(own, [root], ({ length }) => Buffer.alloc(length, '*'));
    const carried = carry(said, response, client, () => floor.said()).catch(() => children.end(child));
    session.stuck.addEventListener('abort', () => {
      failure ??= session.stuck.reason as BodyFailure;
      children.end(child);
    });
    const code = await ended;
    // Others may commit, though somebody does not take what was said.
    const told = session.end();
    await carried;
    await told;
    if (!response.destroyed) {
      const reason = failure && encodeURIComponent(failure.message);
      response.addTrailers({
        'x-hf-exit': String(failure ? failed : code),
        ...(reason && { 'x-hf-reason': reason }),
      });
      response.end();
    }
    // A client that has heard the end says nothing more, and is not waited for.
    client.leave();
    await fed;
  }
}

interface Talk {
  request: IncomingMessage;
  response: ServerResponse;
  client: TransferClient;
  said: TalkRoom;
  standing: StandingCheck;
  session: Session;
}

/** What a program says after its greeting, which its client has heard already. */
async function* withoutGreeting(said: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of said) {
    if (!begun) {
      yield piece;
      continue;
    }
    begun = Buffer.concat([begun, piece]);
    const greeting = raItem(begun);
    if (greeting === 'more' && begun.length <= longestGreeting) continue;
    if (greeting === undefined || greeting === 'more') throw new Error('svnserve greets otherwise');
    const rest = begun.subarray(greeting.length);
    begun = undefined;
    if (rest.length > 0) yield rest;
  }
}

const feed = async (
  body: AsyncIterable<Buffer>,
  sink: Writable | null,
  heard: (piece: Buffer) => void,
): Promise<void> => {
  sink?.on('error', () => undefined);
  for await (const piece of body) {
    heard(piece);
    if (sink?.writable && !sink.write(piece)) await drained(sink);
  }
  sink?.end();
};

const carry = async (
  said: AsyncIterable<Buffer>,
  response: ServerResponse,
  client: TransferClient,
  spoken: () => void,
): Promise<void> => {
  for await (const piece of said) {
    spoken();
    await give(piece, response, client);
  }
};
