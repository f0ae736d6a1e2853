import { repositoryCalls, toNode } from '@holdfast/contracts';
import { bufferSpent, type CallContext, type Principal } from '@holdfast/kernel';
import { log, ofRequest } from '@holdfast/platform/observability';
import type { TransferEffect } from '@holdfast/vcs-spi';
import type { ServerChannel } from 'ssh2';
import { mustWrite, type AdmittedContext } from '../bytes/admission.js';
import { notFound, reasonLine, Refusal } from '../bytes/refusal.js';
import { CountedTransfer } from '../bytes/transfer.metrics.js';
import { Unsaid } from '../bytes/unsaid.js';
import { Upstream } from '../bytes/upstream/upstream.js';
import { renew } from '../http/call-context.js';
import { tracedRequest } from '../http/traced-request.js';
import { contextTags } from '../session/context-tags.js';
import type { AskedRepository } from './asked-repository.js';
import type { ChannelWriter } from './channel-writer.js';
import type { ConversationParts } from './conversation-parts.js';
import { ConversationSlot } from './conversation-slot.js';
import { endChannel } from './end-channel.js';
import { effectOf, toldOfPass, type AskedDeed } from './given-pass.js';
import { heardAddress } from './said-address.js';
import { concerns, judgedAgain, type ToldTags } from './told-changes.js';

/** With which git itself ends where it cannot go on. */
const failed = 128;

/**
 * A client talks with a program at the other end of a channel: decided first, then carried both ways until one side
 * ends it.
 */
export class Conversation {
  /** What it was let in with, and depends on; none: it is being decided. */
  private opened: { ctx: AdmittedContext; tags: readonly string[] } | undefined;
  private upstream: Upstream | undefined;
  private isOver = false;
  private readonly leaving: Promise<void>;
  private leave: () => void = () => undefined;
  /** Something has changed while it was being decided. */
  private isDoubtful = false;
  /** Nobody could judge it when something changed: it is judged again then. */
  private later: NodeJS.Timeout | undefined;
  private readonly unsaid = new Unsaid();
  /** Its context with who asks, once that is known. */
  private known: CallContext | undefined;
  /** What its command means for it. */
  private deed: AskedDeed;
  /** What the client said before the engine heard it. */
  private said: Buffer | undefined;
  private readonly counted: CountedTransfer;

  constructor(
    private readonly parts: ConversationParts,
    private asked: AskedRepository,
    private readonly fingerprint: string,
    private readonly channel: ServerChannel,
    private readonly writer: ChannelWriter,
    private readonly ctx: CallContext,
  ) {
    this.deed = asked.asked;
    const span = tracedRequest('ssh transfer', ctx);
    this.counted = new CountedTransfer('ssh', () => writer.taken, span);
    this.leaving = new Promise((resolve) => (this.leave = resolve));
  }

  /** Never fails. */
  async carryOut(): Promise<void> {
    try {
      await this.serve();
    } catch (error) {
      const refusal = Refusal.of(error, this.ctx.requestId);
      const of = ofRequest(this.known ?? this.ctx);
      if (refusal.status === 500) log.error({ err: error, ...of }, 'a conversation over SSH failed');
      else log.debug({ ...of, status: refusal.status }, 'a conversation over SSH was refused');
      this.refuse(refusal);
    }
    this.counted.end();
  }

  /** Somebody reads what the client sends. */
  get hasBegun(): boolean {
    return this.upstream !== undefined;
  }

  /** Nobody reads any more what the client still sends. */
  get hasEnded(): boolean {
    return this.isOver;
  }

  /** The client has gone. */
  gone(): void {
    this.isOver = true;
    this.writer.gone();
    this.upstream?.destroy();
    this.leave();
  }

  /** Something was told to have changed. Whether it has to be judged anew. */
  changed(told: ToldTags): boolean {
    this.isDoubtful ||= !this.opened;
    return this.opened !== undefined && concerns(told, this.opened.tags);
  }

  /** By what it was let in with, whatever is at its address by now. Never fails. */
  async judgeAnew(): Promise<void> {
    if (!this.opened) return;
    try {
      const now = await this.parts.admission.still(this.opened.ctx);
      this.unsaid.said();
      if (this.effect !== 'read') this.mustWrite(now);
    } catch (error) {
      const refusal = Refusal.of(error, this.ctx.requestId);
      if (refusal.status >= 500 && !this.unsaid.isTooLong()) this.judgeLater();
      else this.refuse(refusal.status === 401 ? notFound() : refusal);
    }
  }

  /** However often it could not be judged, it is once. */
  private judgeLater(): void {
    this.later ??= setTimeout(() => {
      this.later = undefined;
      if (!this.isOver) void this.judgeAnew();
    }, judgedAgain).unref();
  }

  private async serve(): Promise<void> {
    const { said, asked } = await heardAddress(this.asked, this.channel, this.leaving);
    [this.said, this.asked, this.deed] = [said, asked, asked.asked];
    const ctx = await this.admitted();
    if ('pass' in this.deed) {
      // It is not waited for: a client that does not take it would keep a conversation that no other can displace.
      void this.writer.write(Buffer.from(toldOfPass(this.deed, ctx, this.fingerprint, this.parts)));
      return this.end(0);
    }
    const service = this.effect === 'read' ? 'fetch' : 'push';
    Object.assign(this.counted, { kind: asked.kind.id, service });
    const work = async (waited: boolean): Promise<void> => {
      let now = waited ? await this.admitted() : ctx;
      while (this.isDoubtful) {
        this.isDoubtful = false;
        now = await this.admitted();
      }
      this.opened = { ctx: now, tags: contextTags(now) };
      await this.transfer(now);
    };
    await this.parts.slots.enter(service, this.taker(ctx), work);
  }

  /**
   * Charges who asks, the first time.
   * @throws Refusal, DomainError where he may not have it, in the order and the words of the HTTP door
   */
  private async admitted(): Promise<AdmittedContext> {
    const { place } = this.asked;
    const { sessions, admission } = this.parts;
    renew(this.ctx);
    const principal = place && (await sessions.bySshKey(place.company, this.fingerprint, this.ctx));
    if (!principal) throw notFound();
    const isFirst = this.known === undefined;
    this.known = { ...this.ctx, principal };
    if (isFirst) this.charge(principal);
    const ctx = await admission.locate(this.known, place.address, place.repository);
    if (this.effect !== 'read') this.mustWrite(ctx);
    return ctx;
  }

  private get effect(): TransferEffect {
    const effect = effectOf(this.asked.kind, this.deed);
    if (!effect) throw notFound();
    return effect;
  }

  /** Who may not write gets what the command means for him, where it means something; but not in its course. */
  private mustWrite(ctx: AdmittedContext): void {
    const { kind, asked } = this.asked;
    try {
      mustWrite(ctx, kind.http.writing);
    } catch (error) {
      if ('pass' in asked || !asked.lesser || this.opened) throw error;
      this.deed = asked.lesser;
    }
  }

  private charge(principal: Principal): void {
    const wait = this.parts.rates.charge(principal, 1)?.retryAfter;
    if (wait !== undefined) throw new Refusal(429, `too many requests, try again in ${wait} seconds`);
  }

  private taker({ principal }: AdmittedContext): ConversationSlot {
    return new ConversationSlot(principal, {
      writer: this.writer,
      heard: () => this.counted.received,
      gone: () => this.leaving,
      giveWay: () => this.refuse(new Refusal(408, 'the transfer was too slow while others waited')),
    });
  }

  private async transfer(ctx: AdmittedContext): Promise<void> {
    if ('pass' in this.deed) return;
    const { service, exchange } = this.deed;
    const subject = toNode(repositoryCalls.openTransfer, ctx.repository.node);
    const { address, ticket } = await this.parts.rpc.call(subject, ctx, { service, exchange });
    if (this.isOver) return;
    const { method, path } = exchange;
    const headers = { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' };
    const upstream = new Upstream({ method, address: address + path, ticket, headers, trace: ctx.trace });
    this.upstream = upstream;
    this.listen(upstream);
    const head = await upstream.head.catch(() => undefined);
    // A ticket that is not known any more: the process that gave it was replaced.
    if (!head || head.status === 421) return this.refuse(broken());
    if (head.status >= 400) return this.refuse(new Refusal(head.status, head.reason));
    const whole = await upstream.carry((piece) => this.writer.write(piece));
    if (!whole) return this.refuse(broken());
    const { 'x-hf-exit': code, 'x-hf-reason': reason } = upstream.trailers;
    this.end(Number(code ?? 0), reason && decodeURIComponent(reason).replace(/[^\P{Cc}\n]+/gu, ' '));
  }

  /** What the client says goes to the program. */
  private listen({ body }: Upstream): void {
    const { channel } = this;
    channel.on('data', (piece: Buffer) => {
      this.counted.received += piece.length;
      this.writer.asked();
      bufferSpent(piece.length);
    });
    if (this.said) body.write(this.said);
    channel.pipe(body);
    // Without a listener what is left would wait for one, and the end of the channel behind it.
    body.once('close', () => channel.resume());
  }

  private refuse(refused: Refusal): void {
    if (!this.isOver) this.counted.refused(refused);
    const line = reasonLine(refused.reason);
    // Once the engine speaks, nobody else can in its words.
    const refusal = this.hasBegun ? undefined : this.asked.kind.commands?.opening?.refusal(line);
    if (refusal !== undefined && !this.isOver) this.channel.write(refusal);
    this.end(failed, refusal === undefined ? line : undefined);
  }

  private end(code: number, line?: string): void {
    if (this.isOver) return;
    if (code === 0) this.counted.done();
    this.isOver = true;
    this.leave();
    this.upstream?.destroy();
    endChannel(this.channel, code, line && `${line}\n`);
  }
}

const broken = (): Refusal => new Refusal(503, 'the repository cannot be reached, try again');
