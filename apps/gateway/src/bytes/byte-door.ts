import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlobReader, BlobStore } from '@holdfast/blob-spi';
import { actor } from '@holdfast/kernel';
import { log, ofRequest } from '@holdfast/platform/observability';
import type { Rpc } from '@holdfast/platform/rpc';
import { contextOf } from '../http/call-context.js';
import { CrossOrigin } from '../http/cross-origin.js';
import { deadlines } from '../http/deadlines.js';
import { hasOtherCoding, linesOf, targetFaultOf } from '../http/head.rules.js';
import { loopTurns } from '../http/loop-turns.js';
import { tracedRequest } from '../http/traced-request.js';
import type { RateLimits } from '../rates/rate-limits.js';
import type { Scopes } from '../scopes/scopes.js';
import type { Passes } from '../session/passes.js';
import type { Sessions } from '../session/sessions.js';
import { Admission } from './admission.js';
import { refuse } from './small-answer.js';
import { ReachedBlobs } from './artifact/granted-bytes.js';
import { byteAddress, type ByteAddress } from './byte-address.js';
import { byteDoors } from './byte-doors.js';
import type { Door } from './door.js';
import type { Exchange } from './exchange.js';
import { OpenReads } from './open-reads.js';
import { notForThis, notFound, Refusal, unauthorized } from './refusal.js';
import type { UnsentAnswers } from '../unsent/unsent-answers.js';
import type { SharedTransfers } from './shared-transfers.js';
import { TransferSlots, type SlotLimits } from './slots/transfer-slots.js';
import { CountedTransfer } from './transfer.metrics.js';
import { inTurn } from '../http/turn.js';
import type { ServedKind } from './vcs/vcs-door.js';

export interface ByteDoorOptions {
  trustedProxies: readonly string[];
  /** The address of the installation, and the origins of other sites whose pages may ask. */
  siteUrl: string;
  corsOrigins: readonly string[];
  transfers: SlotLimits;
  /** What other doors share; absent: this one is the only one. */
  shared?: SharedTransfers;
  /** The directory of the blob store, where this process can read it itself. */
  blobs?: string;
  /** The same, where this process can write to it. */
  store?: BlobStore;
  /** Blobs that are no files, where this process can read them. */
  reader?: BlobReader;
  /** Downloads that clients fetch from the store themselves; absent: none. */
  redirects?: { readonly from: number };
  /** Milliseconds that are waited for the next byte of a body. */
  patience?: number;
  /** Absent: no passes are taken. */
  passes?: Passes;
  /** The version control kinds that are served; those of the product by default. */
  kinds?: readonly ServedKind[];
}

/**
 * The doors for the bytes of repositories, on raw requests: every decision is made from the head of the request,
 * before `100 Continue` and before a byte of the body is read. Refusals are one line of plain text that stands in
 * the reason phrase as well, because that is all that build tools show.
 */
export class ByteDoor {
  private readonly admission: Admission;
  private readonly crossOrigin: CrossOrigin;
  private readonly doors: ReadonlyMap<string, Door>;

  constructor(
    rpc: Rpc,
    sessions: Sessions,
    scopes: Scopes,
    private readonly rates: RateLimits,
    unsent: UnsentAnswers,
    private readonly options: ByteDoorOptions,
  ) {
    this.admission = new Admission(sessions, scopes, options.passes);
    this.crossOrigin = new CrossOrigin(options.corsOrigins, options.siteUrl);
    const { slots, reads } = options.shared ?? {
      slots: new TransferSlots(options.transfers),
      reads: new OpenReads(rpc),
    };
    const { blobs: directory, reader, redirects, store, kinds } = options;
    const blobs = new ReachedBlobs({ directory, reader, signedFrom: redirects?.from });
    const { admission } = this;
    this.doors = byteDoors({ rpc, admission, slots, reads, unsent, blobs, store, kinds });
  }

  /** Whether the raw request target is below a repository address. */
  owns(target: string): boolean {
    return byteAddress(target) !== undefined;
  }

  /**
   * Answers a request that is owned; `expects`: the client waits for `100 Continue`. `owes` is called when it has been
   * answered, and the rest of its body is read for its client's sake alone.
   */
  handle(req: IncomingMessage, res: ServerResponse, expects: boolean, owes?: () => void): void {
    const exchange = (): Promise<void> =>
      this.exchange({ req, res, waiting: expects, ...(owes && { owes }) });
    inTurn(req, () => loopTurns.run(req.socket, this.options.trustedProxies, exchange));
  }

  private async exchange(asked: Pick<Exchange, 'req' | 'res' | 'waiting' | 'owes'>): Promise<void> {
    const { req, res } = asked;
    const { trustedProxies, patience = deadlines.stall } = this.options;
    const ctx = contextOf(req, trustedProxies);
    const headers = ['X-Request-Id', ctx.requestId];
    const { socket } = req;
    const { bytesWritten: before } = socket;
    const counted = new CountedTransfer(
      'http',
      () => socket.bytesWritten - before,
      tracedRequest('http transfer', ctx, req),
    );
    const exchange: Exchange = { ...asked, ctx, headers, patience, refusalBody: undefined, counted };
    try {
      await this.serve(exchange);
    } catch (error) {
      await this.fail(exchange, error);
    }
    counted.left(res);
    counted.end();
  }

  private async serve(exchange: Exchange): Promise<void> {
    const address = byteAddress(exchange.req.url ?? '');
    if (!address) throw notFound();
    const door = this.doors.get(address.kind);
    const { req, ctx, counted } = exchange;
    if (counted) counted.kind = address.kind;
    exchange.refusalBody = (refusal) => door?.refusalBody?.(refusal, { address, requestId: ctx.requestId });
    // Browsers send the credentials that they keep along with what the pages of others ask for.
    this.crossOrigin.check(req);
    if (linesOf(req, 'authorization') > 1) throw unauthorized('credentials are sent once');
    exchange.ctx = await this.admission.authenticate(ctx, address, req.headers.authorization);
    this.charge(exchange);
    understand(req);
    if (!door) throw notFound();
    this.present(exchange, address);
    await door.serve(exchange, address);
  }

  /** @throws Refusal 403 when it comes with a pass for repositories of another kind */
  private present(exchange: Exchange, { kind }: ByteAddress): void {
    const authorization = exchange.req.headers.authorization ?? '';
    const pass = this.admission.passOf(authorization);
    if (!pass) return;
    if (pass.kind !== kind) throw notForThis();
    exchange.pass = { authorization, word: pass.word, kind, repository: pass.repository };
  }

  /** @throws Refusal 429 when the caller sends too many */
  private charge({ ctx, headers }: Exchange): void {
    const charged = this.rates.charge(actor(ctx), 1);
    if (!charged) return;
    for (const name in charged.headers) headers.push(name, charged.headers[name]);
    const { retryAfter } = charged;
    if (retryAfter !== undefined)
      throw new Refusal(429, 'too many requests, try again later', ['Retry-After', String(retryAfter)]);
  }

  private async fail(exchange: Exchange, error: unknown): Promise<void> {
    const { req, res, ctx } = exchange;
    const refusal = Refusal.of(error, ctx.requestId);
    // Who has gone while he waited was not refused.
    if (!res.destroyed || refusal.status === 500) exchange.counted?.refused(refusal);
    if (refusal.status === 500) log.error({ err: error, ...ofRequest(ctx) }, 'a byte request failed');
    else log.debug({ ...ofRequest(ctx), status: refusal.status }, 'a byte request was refused');
    if (res.headersSent || res.destroyed) {
      req.socket.destroy();
      return;
    }
    await refuse(exchange, refusal).catch((fault: unknown) => {
      log.error({ err: fault, ...ofRequest(ctx) }, 'a refusal could not be sent');
      req.socket.destroy();
    });
  }
}

/** Framing is the parser's; a body in any further coding would be stored or fed to a program as it is. */
const understand = (req: IncomingMessage): void => {
  const { headers, url = '' } = req;
  const fault = targetFaultOf(url);
  if (fault !== undefined) throw new Refusal(400, fault);
  if (expectsMore(headers)) throw new Refusal(417, 'no expectation but 100-continue is met');
  if (hasOtherCoding(req)) throw new Refusal(501, 'no transfer coding but chunked is understood');
};

/** As Node reads it: all else is no `100-continue`. */
const expectsMore = ({ expect }: IncomingMessage['headers']): boolean =>
  expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect);
