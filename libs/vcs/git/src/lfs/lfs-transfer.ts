import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@holdfast/kernel';
import type { LockAnswer, LockQuestion, TransferGate, TransferGrant } from '@holdfast/vcs-spi';
import {
  BodyFailure,
  chunksOf,
  diskFull,
  PushRoom,
  StandingCheck,
  TransferClient,
} from '@holdfast/vcs-spi/engine';
import type { TransferLimits } from '../transfer/transfer-limits.js';
import { askedObject, batchLine, batchOf, type AskedObject } from './lfs-batch.js';
import type { LfsExchange } from './lfs-exchange.js';
import { giveJson, refuseLfs, saidJson } from './lfs-json.js';
import { filterOf, listed, lockedPath, shownLock, verifiedPage } from './lfs-locks.js';
import { LfsProblem } from './lfs-problem.js';
import { isLfsService, lfsPath, type LfsService } from './lfs-protocol.js';
import { LargeFiles } from './large-files.js';
import { LargeFileTransfers } from './large-file-transfers.js';
import { mustFit } from './must-fit.js';

/** The most bytes of a body that is no file: a batch of as many objects as there may be has half of them. */
const mostBody = 256 << 10;
/** What a lock may take of the disk: its row, that of its audit event, and the log of both. */
const lockBytes = 16 << 10;

/** Git LFS: what clients may do with which objects, the objects themselves, and locks. */
export class LfsTransfer {
  private readonly store = new LargeFiles();
  private readonly transfers: LargeFileTransfers;

  constructor(
    private readonly gate: TransferGate,
    private readonly limits: TransferLimits,
  ) {
    this.transfers = new LargeFileTransfers(this.store, gate, limits);
  }

  async exchange(grant: TransferGrant, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { service } = grant;
    const client = TransferClient.of(response, this.limits.idle);
    const standing = new StandingCheck(this.gate, grant, this.limits.trusted);
    const url = new URL(grant.exchange.path, 'http://engine');
    const exchange: LfsExchange = { grant, request, response, client, standing, url };
    try {
      if (!isLfsService(service)) throw new LfsProblem(404, 'no such service');
      await this.answers[service](exchange);
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      refuseLfs(response, problem, grant.requestId);
    }
  }

  private readonly answers: Record<LfsService, (exchange: LfsExchange) => Promise<void>> = {
    'lfs-batch': (exchange) => this.batch(exchange),
    'lfs-download': (exchange) => this.transfers.download(exchange, partsOf(exchange).oid),
    'lfs-upload': (exchange) => this.transfers.upload(exchange, partsOf(exchange)),
    'lfs-verify': (exchange) => this.verify(exchange),
    'lfs-locks': (exchange) => this.list(exchange),
    'lfs-lock': (exchange) => this.lock(exchange),
  };

  private async batch(exchange: LfsExchange): Promise<void> {
    const { grant, response, standing } = exchange;
    const { directory, pass, address = '' } = grant;
    const { operation, objects } = batchOf(await this.json(exchange));
    if (pass && pass.word !== operation)
      throw new LfsProblem(403, `this token was given for ${pass.word}s only`);
    if (operation === 'upload') await this.mayUpload(exchange);
    await standing.holds();
    const facts = {
      address: `${address}/${lfsPath}`,
      ...(pass ? { header: { Authorization: pass.authorization } } : {}),
      most: this.limits.largeFile,
      sizeOf: (oid: string) => this.store.sizeOf(directory, oid),
    };
    const lines: object[] = [];
    for (const each of objects) lines.push(await batchLine(operation, each, facts));
    giveJson(response, 200, { transfer: 'basic', objects: lines, hash_algo: 'sha256' });
  }

  /** Who may read has got in: what he wants stands in the body. @throws LfsProblem */
  private async mayUpload({ grant }: LfsExchange): Promise<void> {
    const upload: LfsService = 'lfs-upload';
    const answer = await this.gate.stands({ ...grant, service: upload }).catch(() => {
      throw new LfsProblem(503, 'the server could not decide about this request, try again');
    });
    if (!answer.allowed) throw new LfsProblem(403, answer.reason);
  }

  private async verify(exchange: LfsExchange): Promise<void> {
    const asked = askedObject(await this.json(exchange));
    if (!asked) throw new LfsProblem(422, 'an object is named by its oid and size');
    await exchange.standing.holds();
    const size = await this.store.sizeOf(exchange.grant.directory, asked.oid);
    if (size === undefined) throw new LfsProblem(404, 'the repository has no such object');
    if (size !== asked.size) throw new LfsProblem(422, `the object has ${size} bytes`);
    giveJson(exchange.response, 200, asked);
  }

  private async list({ grant, response, url }: LfsExchange): Promise<void> {
    const filter = filterOf(url.searchParams);
    const { locks, next } = listed(await this.ask(grant, { ask: 'list', filter }));
    giveJson(response, 200, { locks: locks.map(shownLock), ...next });
  }

  private async lock(exchange: LfsExchange): Promise<void> {
    const { grant: transfer, response, standing, url } = exchange;
    const body = await this.json(exchange);
    await standing.holds();
    const [, id, action] =
      /^\/lfs\/locks(?:\/([0-9a-f]{24}))?(?:\/(verify|unlock))?$/.exec(url.pathname) ?? [];
    if (action === 'verify') {
      const filter = verifiedPage(body);
      const { locks, next } = listed(await this.ask(transfer, { ask: 'list', filter }));
      const [ours, theirs] = [true, false].map((own) =>
        locks.filter((each) => each.own === own).map(shownLock),
      );
      return giveJson(response, 200, { ours, theirs, ...next });
    }
    const force = typeof body === 'object' && body !== null && 'force' in body && body.force === true;
    // To unlock needs none.
    if (id === undefined) await mustFit(new PushRoom(transfer, this.gate).refusalOfDisk(lockBytes));
    const question: LockQuestion =
      id === undefined ? { ask: 'lock', path: lockedPath(body) } : { ask: 'unlock', id, force };
    const [lock] = listed(await this.ask(transfer, question)).locks;
    giveJson(response, id === undefined ? 201 : 200, { lock: shownLock(lock) });
  }

  private ask(transfer: TransferGrant, question: LockQuestion): Promise<LockAnswer> {
    const { gate } = this;
    if (!gate.locks) throw new LfsProblem(404, 'there are no locks here');
    return gate.locks(transfer, question).catch(() => {
      throw new LfsProblem(503, 'the server could not decide about this lock, try again');
    });
  }

  /** @throws LfsProblem, BodyFailure */
  private async json({ request, client }: LfsExchange): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of chunksOf(request, client, mostBody)) chunks.push(chunk);
    try {
      return await saidJson(Buffer.concat(chunks));
    } catch (error) {
      if (error instanceof DomainError)
        throw new LfsProblem(422, 'the body has more levels or names than a request of LFS has');
      throw new LfsProblem(400, 'the body must be JSON');
    }
  }
}

/** Which object the address names; the door lets no other addresses in. */
const partsOf = ({ url }: LfsExchange): AskedObject => {
  const [, oid = '', size = '0'] = /^\/lfs\/objects\/([0-9a-f]{64})(?:\/(\d+))?$/.exec(url.pathname) ?? [];
  if (oid === '') throw new LfsProblem(404, 'the repository has no such object');
  return { oid, size: Number(size) };
};

/** What the client is told of a failure; undefined: a fault of ours. */
const problemOf = (error: unknown): LfsProblem | undefined => {
  if (error instanceof LfsProblem) return error;
  if (error instanceof BodyFailure) return new LfsProblem(error.status, error.message);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new LfsProblem(507, diskFull);
  if (code === 'ENOENT') return new LfsProblem(404, 'the repository is no more');
  return undefined;
};
