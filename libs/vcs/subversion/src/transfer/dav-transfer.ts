import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TransferGrant } from '@holdfast/vcs-spi';
import {
  BodyFailure,
  chunksOf,
  PushRoom,
  StandingCheck,
  TransferClient,
  TransferTurns,
  type RelayedHead,
  type RelayedRequest,
} from '@holdfast/vcs-spi/engine';
import { beginMaking } from '../writing/being-made.js';
import type { CommitMade } from '../writing/commit-decision.js';
import { leastWritten, needsRoom } from '../writing/least-written.js';
import { OpenTransactions } from '../writing/open-transactions.js';
import { answerHead, isAboutErrors } from './answer-head.js';
import { toldError, type ToldError } from './conflict-answer.js';
import { DavBodies, type DavExchange, type JudgedBody } from './dav-bodies.js';
import type { DavParts } from './dav-parts.js';
import { isDone } from './done-change.js';
import { withoutPaths } from './hidden-paths.js';
import { repeat, type AskedAnswer } from './kept-answers.js';
import { madeRevision } from './made-revision.js';
import { PromptAnswers } from './prompt-answers.js';
import { notThere, refuseDav } from './refused-dav.js';
import { requestFor } from './request-for.js';
import { hasBody, isList, isPlain, type SentBody } from './sent-body.js';
import { ToldProperties } from './told-properties.js';
import { UnpackedPushes } from './unpacked-pushes.js';
import { withinRoom } from './written-body.js';

interface AskedCommit {
  asked: RelayedRequest;
  /** It is made from here on, and takes nothing else. */
  begin: () => Promise<void>;
  enough: AbortSignal;
}

/** WebDAV and DeltaV: every request goes to the server, those that write as far as they may. */
export class DavTransfer {
  private readonly reads: TransferTurns;
  private readonly writes: TransferTurns;
  private readonly bodies: DavBodies;
  private readonly transactions: OpenTransactions;
  private readonly unpacked: UnpackedPushes;
  private readonly told = new ToldProperties();
  private readonly prompt: PromptAnswers;

  constructor(private readonly parts: DavParts) {
    const { reads, writes, queue } = parts.limits;
    this.reads = new TransferTurns(reads, queue);
    this.writes = new TransferTurns(writes, queue);
    this.bodies = new DavBodies(parts.limits);
    this.prompt = new PromptAnswers(parts);
    this.transactions = new OpenTransactions(
      parts.views,
      parts.transactions,
      parts.limits.commits,
      parts.contents,
    );
    this.unpacked = new UnpackedPushes(parts.limits.unpacked);
  }

  async exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { limits, gate, answers } = this.parts;
    if (!isPlain(request))
      return refuseDav(response, 415, 'the body may be sent plain, in no content coding');
    if (await this.prompt.answered(grant, request, response)) return;
    const isRead = grant.service === 'read';
    // Of what is written the end is waited for.
    const client = TransferClient.of(response, limits.idle, isRead ? limits.thought : undefined);
    const standing = new StandingCheck(gate, grant, limits.trusted);
    const left: Promise<void>[] = [];
    const newest = answers.newestOf(grant);
    const exchange = { grant, request, response, client, standing, left, newest, fate: {} };
    const revising = (): void => {
      if (grant.service === 'revise') answers.revising(grant.directory);
    };
    const body = hasBody(grant, request) ? standing.during(chunksOf(request, client)) : undefined;
    const work = async (): Promise<void> => {
      try {
        await standing.holds();
        revising();
        await (isRead ? this.read(exchange, body) : this.write(exchange, body));
      } catch (error) {
        if (!(error instanceof BodyFailure)) throw error;
        refuseDav(response, error.status, error.message);
      } finally {
        // What the server still works on has its turn, though nobody waits for it any more.
        await Promise.all(left);
        revising();
      }
    };
    await (isRead ? this.reads : this.writes).run(grant, client, work, () =>
      refuseDav(response, 503, 'too many transfers, try again'),
    );
  }

  /** When what is left of changes that were given up is over. */
  settled(): Promise<void> {
    return this.transactions.settled();
  }

  private async read(exchange: DavExchange, body: AsyncIterable<Buffer> | undefined): Promise<void> {
    // By then a small body is whole, too, and nobody has to wait for it.
    await exchange.newest;
    const ask = async (sent?: JudgedBody) =>
      this.ask(exchange, sent, await this.parts.answers.of(exchange, sent));
    await (body ? this.bodies.during(exchange, body, ask) : ask());
  }

  /** A large body has waited for its turn: who sent it may not have the right any more with which it came. */
  private async ask(exchange: DavExchange, body?: SentBody, answer?: AskedAnswer): Promise<void> {
    const { grant, standing } = exchange;
    await (grant.service === 'read' ? standing.holds() : standing.mayChange());
    if (answer?.known) return repeat(exchange.response, answer.known);
    if (isList(body)) exchange.client.givesWayAfter(this.parts.limits.listing);
    const asked = await requestFor(this.parts, exchange, body);
    await exchange.begin?.();
    await this.relay(exchange, asked, undefined, answer?.heard);
  }

  private async write(exchange: DavExchange, body: AsyncIterable<Buffer> | undefined): Promise<void> {
    const { grant, response } = exchange;
    const { method, path, headers } = grant.exchange;
    const room = new PushRoom(grant, this.parts.gate);
    this.parts.written(grant.directory);
    try {
      const needs = needsRoom(grant.exchange);
      const full = needs ? await room.refusalOf(leastWritten) : undefined;
      if (full !== undefined) return refuseDav(response, 507, full);
      if (!(await this.transactions.areOwn(grant, [path, headers.destination]))) throw notThere();
      const sent = body && needs ? withinRoom(room, body) : body;
      const ask = (asked: SentBody, named: readonly string[] = []) => {
        const addresses = [path, headers.destination, ...named];
        const change = { addresses, ...exchange, isDone: () => isDone(exchange, this.parts.server) };
        return this.transactions.changing(grant, change, (begin) => this.ask({ ...exchange, begin }, asked));
      };
      const type = exchange.request.headers['content-type'];
      if (method === 'PUT') return await ask(sent && this.unpacked.within(grant, type, sent));
      const judge = async (judged?: JudgedBody) => {
        if (!(await this.transactions.areOwn(grant, judged?.addresses ?? []))) throw notThere();
        if (method === 'PROPPATCH' && judged) this.told.within(grant, judged);
        await (method === 'MERGE' ? this.merge(exchange, judged, room) : ask(judged, judged?.addresses));
      };
      await (sent ? this.bodies.during(exchange, sent, judge) : judge());
    } finally {
      this.parts.written(grant.directory);
      room.leave();
    }
  }

  /** A revision is made of a transaction: the only request that does so. */
  private async merge(exchange: DavExchange, body: JudgedBody | undefined, room: PushRoom): Promise<void> {
    const { grant, response, left } = exchange;
    const { commits, looks, limits } = this.parts;
    const patience = { alone: limits.patience, beside: limits.commits, gone: exchange.client.gone };
    const asked = await requestFor(this.parts, exchange, body);
    const addresses = body?.addresses ?? [];
    let done: CommitMade | undefined;
    await this.transactions.committing(grant, addresses, async () => {
      await this.transactions.mustHaveRoom(grant, addresses, room);
      // It may take long, and is in no turn of others: they commit meanwhile.
      const look = () => this.transactions.unfit(grant, addresses, exchange.client.gone);
      const refusal = await looks.run(grant.owner.account, patience.alone, exchange.client.gone, look);
      if (refusal !== undefined) return void (done = { refusal });
      const begun: string[] = [];
      const begin = async (): Promise<void> => {
        begun.push(...(await this.transactions.beginMaking(grant, addresses)));
      };
      try {
        const make = (enough: AbortSignal) => this.make(exchange, { asked, begin, enough });
        done = await commits.run(grant.directory, patience, make, grant.owner.account);
      } finally {
        await Promise.allSettled(left);
        // The server removes what it has made a revision: where that was cut off, the mark may be gone first.
        for (const name of begun) await beginMaking(grant.directory, name).catch(() => undefined);
      }
    });
    // Who hears that it was not made may remove the transaction: so it may be changed again by then.
    if (!done) return refuseDav(response, 503, 'other commits are under way, try again');
    if (done.refusal !== undefined) refuseDav(response, 403, done.refusal);
    await done.relayed;
    this.parts.committed(grant.directory);
  }

  private make(exchange: DavExchange, { asked, begin, enough }: AskedCommit): Promise<CommitMade> {
    return madeRevision(this.parts.gate, exchange, enough, async (before, outlasts) => {
      await begin();
      await this.relay(exchange, asked, { before, outlasts });
    });
  }

  /**
   * `before`: what is done before the client hears of it, and also where he is gone by then, which `outlasts` ends.
   * `heard`: what comes to him of a body.
   */
  private async relay(
    { grant, response, client, left, fate }: DavExchange,
    asked: RelayedRequest,
    { before, outlasts }: { before?: () => Promise<void>; outlasts?: AbortSignal } = {},
    heard = (_: RelayedHead, answer: IncomingMessage): AsyncIterable<Buffer> => answer,
  ): Promise<void> {
    const { views, limits, connections } = this.parts;
    const { directory } = grant;
    const hidden = [await views.of(directory), directory, views.above];
    let told: ToldError | undefined;
    let shown: RelayedHead;
    const head = async (answer: IncomingMessage) => {
      await before?.();
      told = isAboutErrors(answer) ? await toldError(answer) : undefined;
      return (shown = fate.head = answerHead(answer, told?.status));
    };
    const body = (answer: IncomingMessage): AsyncIterable<Buffer> =>
      told ? withoutPaths(told.pieces, hidden, () => Buffer.from('the repository')) : heard(shown, answer);
    const relayed = connections.relay(asked, response, client, {
      ...{ head, body, silence: limits.silence },
      ...(outlasts && { outlasts }),
      left: (over) => left.push(over),
    });
    await relayed.catch((error: unknown) => {
      fate.failure = error;
      throw error;
    });
  }
}
