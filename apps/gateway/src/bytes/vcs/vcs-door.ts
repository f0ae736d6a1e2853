import {
  permitHeaders,
  repositoryCalls,
  sealOf,
  toNode,
  writtenExchange,
  type OpenTransfer,
} from '@holdfast/contracts';
import type { Rpc } from '@holdfast/platform/rpc';
import type { AskedTransfer, EngineRequest, TransferEffect, VcsKindEntry } from '@holdfast/vcs-spi';
import { renew } from '../../http/call-context.js';
import { mustAdminister, mustWrite, type Admission, type AdmittedContext } from '../admission.js';
import type { ByteAddress } from '../byte-address.js';
import type { Door } from '../door.js';
import type { Exchange } from '../exchange.js';
import type { OpenReads } from '../open-reads.js';
import { notForThis, notFound, Refusal } from '../refusal.js';
import { relay, usualHeaders } from '../relay.js';
import type { TransferSlots } from '../slots/transfer-slots.js';
import { bodyHeaders, untilParsed } from '../upstream/transfer-request.js';
import type { KeptPermits } from './kept-permits.js';
import type { LeasedAnswers } from './leased-answers.js';

/** What a door knows of its kind. */
export type ServedKind = Pick<VcsKindEntry, 'id' | 'http' | 'transfers' | 'passes'>;

/** Repositories of a version control kind: decides, then streams to and from the node that holds the repository. */
export class VcsDoor implements Door {
  readonly refusalBody: Door['refusalBody'];
  private readonly passed: readonly string[];

  constructor(
    private readonly kind: ServedKind,
    private readonly rpc: Rpc,
    private readonly admission: Admission,
    private readonly slots: TransferSlots,
    private readonly reads: OpenReads,
    private readonly kept: { permits: KeptPermits; leased: LeasedAnswers },
  ) {
    this.refusalBody = kind.http.refusalBody;
    this.passed = [...usualHeaders, ...(kind.http.answerHeaders ?? [])];
  }

  /** @throws Refusal, DomainError before anything of the request's body is read. */
  async serve(exchange: Exchange, address: ByteAddress): Promise<void> {
    const asked = this.kind.http.asked(exchange.req, address);
    if ('status' in asked) throw Refusal.from(asked);
    const effect = this.kind.transfers[asked.service];
    if (!effect) throw notFound();
    const service = effect === 'read' ? 'fetch' : 'push';
    if (exchange.counted) exchange.counted.service = service;
    const { repository, refused } = asked;
    const ctx = await this.admission.locate(exchange.ctx, address, repository);
    this.mustFit(exchange, ctx, asked.service);
    this.must(ctx, effect);
    if (refused) throw Refusal.from(refused);
    const again = () => this.admission.again(exchange, address, repository, ctx);
    await this.slots.run(service, exchange, ctx.principal, async (waited) => {
      const now = waited ? await again() : ctx;
      if (waited) this.must(now, effect);
      const transfer = () => this.transfer(now, exchange, asked);
      const still = () => this.admission.still(now);
      // What changes something is judged before it counts.
      await (effect === 'read'
        ? this.reads.during({ exchange, ctx: now, again: still }, transfer)
        : transfer());
    });
  }

  /** @throws Refusal 403 when it comes with a pass that is not for this */
  private mustFit({ pass }: Exchange, { repository }: AdmittedContext, service: string): void {
    if (!pass) return;
    const { passes = {} } = this.kind;
    const services = Object.hasOwn(passes, pass.word) ? passes[pass.word] : [];
    if (pass.repository !== repository.uuid || !services.includes(service)) throw notForThis();
  }

  private must(ctx: AdmittedContext, effect: TransferEffect): void {
    if (effect !== 'read') mustWrite(ctx, this.kind.http.writing);
    if (effect === 'administer') mustAdminister(ctx);
  }

  private async transfer(
    ctx: AdmittedContext,
    exchange: Exchange,
    { service, exchange: wanted }: AskedTransfer,
  ): Promise<void> {
    await untilParsed(exchange.req);
    const isRead = !exchange.pass && this.kind.http.readOf?.(wanted) === service;
    const question = isRead ? this.kept.leased.question(ctx, service, exchange.req, wanted) : undefined;
    if (await question?.answered(exchange)) return;
    const { method, path } = wanted;
    const { address, ticket, proof } =
      (isRead ? this.permitted(ctx, service, wanted) : undefined) ??
      (await this.opened(ctx, exchange, service, wanted));
    const headers = { ...proof, ...(method === 'GET' ? {} : bodyHeaders(exchange.req)) };
    await relay(
      exchange,
      { method, address: address + path, ...(ticket !== undefined && { ticket }), headers },
      this.passed,
      undefined,
      (answered) => question?.passOn(exchange, answered, this.passed),
    );
  }

  /** By what the node has decided a moment ago about a read of the same sort. */
  private permitted(ctx: AdmittedContext, service: string, wanted: EngineRequest): Proven | undefined {
    const use = this.kept.permits.take(ctx, service);
    if (!use) return undefined;
    const { method, path, headers } = wanted;
    const exchange = writtenExchange({ headers, requestId: ctx.requestId });
    if (exchange.length + path.length > longest) return undefined;
    const { address, permit, number } = use;
    const seal = sealOf(permit, number, { method, path, exchange });
    const told = `${permit.name}.${number}.${seal}`;
    return { address, proof: { [permitHeaders.use]: told, [permitHeaders.exchange]: exchange } };
  }

  private async opened(
    ctx: AdmittedContext,
    exchange: Exchange,
    service: string,
    wanted: EngineRequest,
  ): Promise<Proven> {
    renew(ctx);
    const { permits } = this.kept;
    const asked = permits.clock;
    const subject = toNode(repositoryCalls.openTransfer, ctx.repository.node);
    const input = { service, exchange: wanted, ...presented(exchange) };
    const opened = await this.rpc.call(subject, ctx, input);
    permits.keep(ctx, service, opened, asked);
    await untilParsed(exchange.req);
    const { address, ticket } = opened;
    return { address, ticket };
  }
}

/** Where a transfer goes, and the headers that open it. */
interface Proven {
  address: string;
  ticket?: string;
  proof?: Record<string, string>;
}

/** More is not said in the head of a request that comes with a permit (characters). */
const longest = 8 << 10;

const presented = ({ pass }: Exchange): Pick<OpenTransfer, 'pass'> =>
  pass ? { pass: { word: pass.word, authorization: pass.authorization } } : {};
