import { repositoryCalls, toNode, type OpenTransfer } from '@holdfast/contracts';
import type { Rpc } from '@holdfast/platform/rpc';
import type { AskedTransfer, TransferEffect, VcsKindEntry } from '@holdfast/vcs-spi';
import { renew } from '../../http/call-context.js';
import { mustAdminister, mustWrite, type Admission, type AdmittedContext } from '../admission.js';
import type { ByteAddress } from '../byte-address.js';
import type { Door } from '../door.js';
import type { Exchange } from '../exchange.js';
import type { OpenReads } from '../open-reads.js';
import { notForThis, notFound, Refusal } from '../refusal.js';
import { relay, usualHeaders } from '../relay.js';
import type { TransferSlots } from '../slots/transfer-slots.js';
import { bodyHeaders } from '../upstream/transfer-request.js';

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
    const { repository, refused } = asked;
    const ctx = await this.admission.locate(exchange.ctx, address, repository);
    this.mustFit(exchange, ctx, asked.service);
    this.must(ctx, effect);
    if (refused) throw Refusal.from(refused);
    const again = () => this.admission.again(exchange, address, repository);
    await this.slots.run(effect === 'read' ? 'fetch' : 'push', exchange, ctx.principal, async (waited) => {
      const now = waited ? await again() : ctx;
      if (waited) this.must(now, effect);
      const transfer = () => this.transfer(now, exchange, asked);
      const still = () => this.admission.still(exchange, address, now);
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
    renew(ctx);
    const subject = toNode(repositoryCalls.openTransfer, ctx.repository.node);
    const { address, ticket } = await this.rpc.call(subject, ctx, {
      service,
      exchange: wanted,
      ...presented(exchange),
    });
    const { method, path } = wanted;
    const headers = method === 'GET' ? {} : bodyHeaders(exchange.req);
    await relay(exchange, { method, address: address + path, ticket, headers }, this.passed);
  }
}

const presented = ({ pass }: Exchange): Pick<OpenTransfer, 'pass'> =>
  pass ? { pass: { word: pass.word, authorization: pass.authorization } } : {};
