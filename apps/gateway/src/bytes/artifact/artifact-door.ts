import { open, type FileHandle } from 'node:fs/promises';
import { normalize, sep } from 'node:path';
import {
  artifactCalls,
  decidingHeaders,
  type FileAnswer,
  type FileDecision,
  type FileDownload,
  type FileGrant,
  type FileRequest,
  type FileUpload,
} from '@holdfast/contracts';
import type { BlobStore } from '@holdfast/blob-spi';
import type { Rpc } from '@holdfast/platform/rpc';
import { mustWrite, type Admission, type AdmittedContext } from '../admission.js';
import { renew } from '../../http/call-context.js';
import { answer } from '../answer.js';
import { streamBuffers } from '../buffer-pool.js';
import type { ByteAddress } from '../byte-address.js';
import { ended, type Exchange } from '../exchange.js';
import { notFound } from '../refusal.js';
import type { TransferSlots } from '../slots/transfer-slots.js';
import { sendAnswer, transferring } from '../transfer.js';
import { bodyHeaders } from '../upstream/transfer-request.js';
import { Upstream } from '../upstream/upstream.js';
import { artifactAddress } from './artifact-address.js';
import { bodyOf, LastingFiles, type Decided, type Ready } from './lasting-files.js';
import { StagingBody } from './staging-body.js';
import { uploadAnswer } from './upload-answer.js';
import { sendFile } from './send-file.js';

/** Files of artifact repositories: one question to the artifact service, then exactly what it decided. */
export class ArtifactDoor {
  private readonly lasting: LastingFiles;

  /**
   * `blobs`: the directory of the blob store, where this process can read it itself; `store`: the same where it can write
   * to it.
   */
  constructor(
    private readonly rpc: Rpc,
    private readonly admission: Admission,
    private readonly slots: TransferSlots,
    private readonly blobs?: string,
    private readonly store?: BlobStore,
  ) {
    this.lasting = new LastingFiles(rpc);
  }

  /** @throws Refusal, DomainError before anything of the request's body is read. */
  async serve(exchange: Exchange, address: ByteAddress): Promise<void> {
    const asked = artifactAddress(address);
    if (!asked) throw notFound();
    const { method = '' } = exchange.req;
    const ctx = await this.admission.locate(exchange.ctx, address, asked.repository);
    mustDo(ctx, method);
    const request: FileRequest = {
      method,
      path: asked.path,
      address: asked.address,
      headers: decidingHeadersOf(exchange),
      ...this.reach(method),
    };
    const admitted = async (waited: boolean): Promise<AdmittedContext> => {
      if (!waited) return ctx;
      const anew = await this.admission.again(exchange, address, asked.repository);
      mustDo(anew, method);
      return anew;
    };
    if (method === 'PUT')
      return this.slots.run('upload', exchange, ctx.principal, async (waited) =>
        this.now(exchange, await admitted(waited), request),
      );
    const decide = (): Promise<FileDecision> => this.decide(ctx, request);
    const decision = await this.lasting.decision(ctx.repository.uuid, request, decide);
    if (!isLong(exchange, decision)) return this.carryOut(exchange, decision, ctx, request);
    return this.slots.run('download', exchange, ctx.principal, async (waited) =>
      waited
        ? this.now(exchange, await admitted(waited), request)
        : this.carryOut(exchange, decision, ctx, request),
    );
  }

  /** What this process can do in the store by itself. */
  private reach(method: string): Pick<FileRequest, 'direct' | 'stagesAt'> {
    if (method === 'PUT') return this.store ? { stagesAt: this.store.stagesAt } : {};
    return this.blobs === undefined ? {} : { direct: true };
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
    const written = (): void => this.lasting.written(ctx.repository.uuid, request);
    if (decision.is === 'answer') {
      if (request.method === 'PUT' || request.method === 'DELETE') written();
      return giveAnswer(exchange, decision);
    }
    if (decision.is === 'upload') return upload(exchange, decision, written, this.store);
    if (decision.is === 'download') return download(exchange, decision);
    const file = await this.opened(decision);
    if (file) return give(exchange, decision, file);
    return this.now(exchange, ctx, { ...request, direct: false });
  }

  /** Only files of the store are opened, whatever is said. */
  private async opened({ file }: FileGrant): Promise<FileHandle | undefined> {
    if (this.blobs === undefined || normalize(file) !== file || !file.startsWith(this.blobs + sep))
      return undefined;
    return open(file).catch(() => undefined);
  }
}

/** @throws Refusal 403 when the caller may only read. */
const mustDo = (ctx: AdmittedContext, method: string): void => {
  if (method === 'PUT') mustWrite(ctx, 'deploy to it');
  if (method === 'DELETE') mustWrite(ctx, 'delete from it');
};

/** Whether an answer is sent in more than one piece, so that it takes as long as its client likes. */
const isLong = ({ req }: Exchange, decision: Decided): boolean =>
  decision.is === 'download' ||
  (decision.is === 'grant' && decision.length > streamBuffers.size && req.method !== 'HEAD');

const decidingHeadersOf = ({ req: { headers } }: Exchange): FileRequest['headers'] => {
  const found: FileRequest['headers'] = {};
  for (const name of decidingHeaders) {
    const value = headers[name];
    if (value !== undefined) found[name] = String(value);
  }
  return found;
};

const giveAnswer = (exchange: Exchange, decided: FileAnswer | Ready): Promise<void> => {
  const { status, reason, headers } = decided;
  return answer(exchange, status, reason, listOf(headers), bodyOf(decided));
};

const upload = async (
  exchange: Exchange,
  { address, ticket, stages }: FileUpload,
  written: () => void,
  store: BlobStore | undefined,
): Promise<void> => {
  const stagesHere = stages === true && store !== undefined;
  let staging: StagingBody | undefined;
  let answered = false;
  await transferring(
    exchange,
    stagesHere
      ? { method: 'POST', address, ticket, headers: { 'transfer-encoding': 'chunked' } }
      : { method: 'PUT', address, ticket, headers: bodyHeaders(exchange.req) },
    async (upstream) => {
      answered = true;
      const stored = await uploadAnswer(upstream);
      upstream.stop();
      await staging?.ended();
      written();
      await giveAnswer(exchange, stored);
    },
    stagesHere ? (body) => (staging = new StagingBody(exchange, store, body)).bytes : undefined,
  );
  if (!answered) await giveUp(address, ticket);
  await staging?.discard();
};

/** Milliseconds; room that is not given back then expires. */
const giveUpPatience = 5_000;

/** A client may go away before its upload begins: the ticket holds room, which others would miss for a minute. */
const giveUp = async (address: string, ticket: string): Promise<void> => {
  const upstream = new Upstream({ method: 'DELETE', address, ticket, headers: { 'content-length': '0' } });
  upstream.body.end();
  const late = setTimeout(() => upstream.destroy(), giveUpPatience);
  await upstream.head.catch(() => undefined);
  clearTimeout(late);
  upstream.destroy();
};

const download = (exchange: Exchange, { address, ticket, status, headers }: FileDownload): Promise<void> =>
  transferring(exchange, { method: 'GET', address, ticket, headers: {} }, async ({ head, upstream }) => {
    if (head.status !== 200) throw new Error(`the artifact service answered ${head.status}`);
    begin(exchange, status, headers);
    const { res } = exchange;
    if (!(await sendAnswer(exchange, upstream))) return;
    res.end();
    await ended(exchange);
  });

const give = async (
  exchange: Exchange,
  { status, headers, offset, length }: FileGrant,
  file: FileHandle,
): Promise<void> => {
  const { req, res } = exchange;
  try {
    begin(exchange, status, headers);
    if (req.method !== 'HEAD' && !(await sendFile(res, file, offset, length))) return;
    res.end();
  } finally {
    await file.close();
  }
  await ended(exchange);
};

const begin = (exchange: Exchange, status: number, headers: Record<string, string>): void => {
  const list = listOf(headers);
  list.push(...exchange.headers);
  exchange.res.writeHead(status, list);
};

const listOf = (headers: Record<string, string>): string[] => {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name]);
  return list;
};
