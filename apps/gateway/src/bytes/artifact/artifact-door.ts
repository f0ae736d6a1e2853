import {
  artifactCalls,
  decidingHeaders,
  type FileDecision,
  type DownloadTicket,
  type FileAnswer,
  type FileGrant,
  type FileRequest,
} from '@holdfast/contracts';
import { deedOf, type ArtifactHttp, type Deed } from '@holdfast/artifact-spi';
import type { BlobStore } from '@holdfast/blob-spi';
import { isAdmissionOld } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { mustWrite, type Admission, type AdmittedContext } from '../admission.js';
import { renew } from '../../http/call-context.js';
import { streamBuffers } from '../buffer-pool.js';
import type { ByteAddress } from '../byte-address.js';
import type { Door } from '../door.js';
import { ended, mustGoOn, type Exchange } from '../exchange.js';
import { framedHeaders } from '../framed-headers.js';
import type { OpenReads } from '../open-reads.js';
import { notFound } from '../refusal.js';
import { smallAnswer } from '../../unsent/answer-size.rules.js';
import type { UnsentAnswers } from '../../unsent/unsent-answers.js';
import type { TransferSlots } from '../slots/transfer-slots.js';
import { sendAnswer, transferring } from '../transfer.js';
import type { GrantedBytes, ReachedBlobs } from './granted-bytes.js';
import type { Decided, LastingFiles } from './lasting-files.js';
import { giveAnswer } from './give-answer.js';
import { upload } from './upload.js';

/** Files of artifact repositories: one question to the artifact service, then exactly what it decided. */
export class ArtifactDoor implements Door {
  readonly refusalBody: Door['refusalBody'];

  /** `blobs`: those that this process reads itself; `store`: the store where it can write to it. */
  constructor(
    private readonly http: ArtifactHttp,
    private readonly rpc: Rpc,
    private readonly admission: Admission,
    private readonly slots: TransferSlots,
    private readonly reads: OpenReads,
    private readonly unsent: UnsentAnswers,
    private readonly lasting: LastingFiles,
    private readonly blobs: ReachedBlobs,
    private readonly store?: BlobStore,
  ) {
    this.refusalBody = http.refusalBody;
  }

  /** @throws Refusal, DomainError before anything of the request's body is read. */
  async serve(exchange: Exchange, address: ByteAddress): Promise<void> {
    const asked = this.http.asked(exchange.req, address);
    if (!asked) throw notFound();
    const { method = '' } = exchange.req;
    // The service refuses a method that does nothing.
    const deed = deedOf(this.http, method) ?? 'read';
    if (exchange.counted) exchange.counted.service = deed === 'read' ? 'download' : 'upload';
    const ctx = await this.admission.locate(exchange.ctx, address, asked.repository);
    this.mustDo(ctx, deed);
    const request: FileRequest = {
      method,
      path: asked.path,
      address: asked.address,
      headers: decidingHeadersOf(exchange),
      ...this.reach(deed),
    };
    const admitted = async (waited: boolean): Promise<AdmittedContext> => {
      if (!waited) return ctx;
      const anew = await this.admission.again(exchange, address, asked.repository, ctx);
      this.mustDo(anew, deed);
      return anew;
    };
    if (deed !== 'read')
      return this.slots.run('upload', exchange, ctx.principal, async (waited) =>
        this.now(exchange, await admitted(waited), request),
      );
    const decide = (): Promise<FileDecision> => this.decide(ctx, request);
    const decision = await this.lasting.decision(ctx.repository, ctx.principal, request, decide);
    // It may have waited for its turn in the service, or for the question of somebody else.
    const then = await admitted(isAdmissionOld(ctx));
    if (!isLong(exchange, decision)) return this.short(exchange, decision, then, request, admitted);
    return this.slots.run('download', exchange, ctx.principal, async (waited) => {
      const now = waited ? await admitted(true) : then;
      const still = () => this.admission.still(now);
      await this.reads.during({ exchange, ctx: now, again: still }, () =>
        waited ? this.now(exchange, now, request) : this.carryOut(exchange, decision, now, request),
      );
    });
  }

  /** Where the client reads the bytes itself, if it does. */
  private async elsewhere(
    grant: FileGrant,
    { method, path, headers }: FileRequest,
  ): Promise<FileAnswer | undefined> {
    if (method !== 'GET' || Object.keys(headers).some(isCondition)) return undefined;
    const address = await this.blobs.addressOf(grant, path);
    return address === undefined ? undefined : redirection(grant, address);
  }

  /** An answer without a slot lies in memory until its client has taken it. */
  private async short(
    exchange: Exchange,
    decision: Decided,
    ctx: AdmittedContext,
    request: FileRequest,
    admitted: (waited: boolean) => Promise<AdmittedContext>,
  ): Promise<void> {
    const size = exchange.req.method === 'HEAD' ? 0 : sizeOf(decision);
    if (size <= smallAnswer) return this.carryOut(exchange, decision, ctx, request);
    const room = await this.unsent.room(exchange.req, ctx, size);
    try {
      const now = room.waited ? await admitted(true) : ctx;
      await this.carryOut(exchange, decision, now, request);
    } finally {
      room.leave();
    }
  }

  /** What this process can do in the store by itself. */
  private reach(deed: Deed): Pick<FileRequest, 'direct' | 'stagesAt'> {
    if (deed === 'deploy') return this.store ? { stagesAt: this.store.stagesAt } : {};
    return this.blobs.any ? { direct: true } : {};
  }

  private decide(ctx: AdmittedContext, request: FileRequest): Promise<FileDecision> {
    return this.rpc.call(artifactCalls.decide, ctx, request);
  }

  /** Does what is decided now: a ticket does not live as long as a transfer may wait for its slot. */
  private async now(exchange: Exchange, ctx: AdmittedContext, request: FileRequest): Promise<void> {
    renew(ctx);
    await this.carryOut(exchange, await this.decide(ctx, request), ctx, request);
  }

  private async carryOut(
    exchange: Exchange,
    decision: Decided,
    ctx: AdmittedContext,
    request: FileRequest,
  ): Promise<void> {
    const written = (): void => this.written(ctx, request);
    if (decision.is === 'answer') {
      written();
      mustGoOn(exchange);
      return giveAnswer(exchange, decision);
    }
    if (decision.is === 'upload') return upload(exchange, decision, written, this.store);
    if (decision.is === 'download') return download(exchange, decision);
    // Else it would be asked again and again.
    if (!request.direct) throw new Error('the artifact service grants what was not asked for');
    const elsewhere = await this.elsewhere(decision, request);
    if (elsewhere) {
      mustGoOn(exchange);
      return giveAnswer(exchange, elsewhere);
    }
    const bytes = await this.blobs.open(decision);
    if (bytes) return give(exchange, decision, bytes);
    return this.now(exchange, ctx, { ...request, direct: false });
  }

  /** @throws Refusal 403 when the caller may only read. */
  private mustDo(ctx: AdmittedContext, deed: Deed): void {
    if (deed !== 'read') mustWrite(ctx, this.http.words[deed]);
  }

  private written({ repository }: AdmittedContext, { method, path }: FileRequest): void {
    const deed = deedOf(this.http, method);
    if (deed && deed !== 'read') this.lasting.written(repository.uuid, path, deed);
  }
}

/** Whether an answer is sent in more than one piece, so that it takes as long as its client likes. */
const isLong = ({ req }: Exchange, decision: Decided): boolean =>
  decision.is === 'download' ||
  (decision.is === 'grant' && decision.length > streamBuffers.size && req.method !== 'HEAD');

/**
 * The client would send it to the store, too, which knows other dates and tags than ours: it would be told that what it
 * has is new, or be given the rest of another version.
 */
const isCondition = (header: string): boolean => /^(?:if-|range$)/.test(header);

/** Digests stand in it: they are of what is there. Nobody keeps it, since its address is good for a minute. */
const redirection = ({ headers }: FileGrant, address: string): FileAnswer => ({
  is: 'answer',
  status: 307,
  headers: {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => /^x-checksum-/i.test(name))),
    ...{ Location: address, 'Cache-Control': 'no-store', 'Content-Length': '0' },
  },
});

const sizeOf = (decision: Decided): number => {
  if (decision.is === 'grant') return decision.length;
  if (decision.is !== 'answer') return 0;
  return 'body' in decision ? decision.body.length : (decision.text ?? decision.base64 ?? '').length;
};

const decidingHeadersOf = ({ req: { headers } }: Exchange): FileRequest['headers'] => {
  const found: FileRequest['headers'] = {};
  for (const name of decidingHeaders) {
    const value = headers[name];
    if (value !== undefined) found[name] = String(value);
  }
  return found;
};

const download = (exchange: Exchange, { address, ticket, status, headers }: DownloadTicket): Promise<void> =>
  transferring(exchange, { method: 'GET', address, ticket, headers: {} }, async ({ head, upstream }) => {
    if (head.status !== 200) throw new Error(`the artifact service answered ${head.status}`);
    begin(exchange, status, headers, head.headers['content-length']);
    const { res } = exchange;
    if (!(await sendAnswer(exchange, upstream))) return;
    res.end();
    await ended(exchange);
  });

const give = async (
  exchange: Exchange,
  { status, headers, length }: FileGrant,
  bytes: GrantedBytes,
): Promise<void> => {
  const { req, res } = exchange;
  try {
    begin(exchange, status, headers, length);
    if (req.method !== 'HEAD' && !(await bytes.send(res))) return;
    res.end();
  } finally {
    await bytes.close();
  }
  await ended(exchange);
};

/** `length`: bytes of what is sent then; undefined: nobody knows. @throws where it was given up, or is no content */
const begin = (
  exchange: Exchange,
  status: number,
  headers: Record<string, string>,
  length: number | string | undefined,
): void => {
  mustGoOn(exchange);
  if (status !== 200 && status !== 206)
    throw new Error('the artifact service gives content with another status');
  const list = framedHeaders(headers, length);
  list.push(...exchange.headers);
  exchange.res.writeHead(status, list);
};
