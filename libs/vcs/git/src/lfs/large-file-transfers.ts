import type { TransferGate } from '@holdfast/vcs-spi';
import { chunksOf, fileHead, PushRoom, TransferTurns } from '@holdfast/vcs-spi/engine';
import type { TransferLimits } from '../transfer/transfer-limits.js';
import type { LargeFiles } from './large-files.js';
import type { AskedObject } from './lfs-batch.js';
import { LfsProblem } from './lfs-problem.js';
import { mustFit } from './must-fit.js';
import { sendPart } from './send-part.js';
import type { LfsExchange } from './lfs-exchange.js';

/** Carries large files in and out, in turns and at the pace of their clients. */
export class LargeFileTransfers {
  private readonly downloads: TransferTurns;
  private readonly uploads: TransferTurns;

  constructor(
    private readonly store: LargeFiles,
    private readonly gate: TransferGate,
    private readonly limits: TransferLimits,
  ) {
    this.downloads = new TransferTurns(limits.downloads, limits.queue);
    this.uploads = new TransferTurns(limits.uploads, limits.queue);
  }

  /** A file, or a part of it, by the rules of HTTP for conditions and ranges. */
  async download(exchange: LfsExchange, oid: string): Promise<void> {
    const { grant, response } = exchange;
    const size = await this.store.sizeOf(grant.directory, oid);
    if (size === undefined) throw new LfsProblem(404, 'the repository has no such object');
    const { status, headers, range } = fileHead(grant.exchange.headers, { id: oid, lasting: true }, size);
    if (!range) return void response.writeHead(status, headers).end();
    const typed = { ...headers, 'Content-Type': 'application/octet-stream' };
    if (range.length === 0) return void response.writeHead(status, typed).end();
    await this.inTurn(this.downloads, exchange, async () => {
      await exchange.standing.holds();
      const file = await this.store.open(grant.directory, oid);
      try {
        response.writeHead(status, typed);
        await sendPart(file, range, response, exchange.client);
      } finally {
        await file.close();
      }
    });
  }

  async upload(exchange: LfsExchange, asked: AskedObject): Promise<void> {
    const { grant, request, response } = exchange;
    if (asked.size > this.limits.largeFile)
      throw new LfsProblem(413, `an object may have ${this.limits.largeFile} bytes`);
    const length = request.headers['content-length'];
    if (length !== undefined && Number(length) !== asked.size)
      throw new LfsProblem(422, `the object must have ${asked.size} bytes`);
    const room = new PushRoom(grant, this.gate);
    const { storage } = this.gate;
    await this.inTurn(this.uploads, exchange, async () => {
      storage?.wrote(grant.directory);
      try {
        await mustFit(room.refusalOfSize(asked.size));
        await this.receive(exchange, asked, room);
      } finally {
        room.leave();
        storage?.wrote(grant.directory);
      }
      response.writeHead(200, { 'Content-Length': 0 }).end();
    });
  }

  private async receive(exchange: LfsExchange, asked: AskedObject, room: PushRoom): Promise<void> {
    const { grant, request, client, standing } = exchange;
    const body = standing.during(fitting(chunksOf(request, client), room));
    await this.store.receive(grant.directory, asked, body, () => standing.mayChange());
  }

  private async inTurn(
    turns: TransferTurns,
    exchange: LfsExchange,
    work: () => Promise<void>,
  ): Promise<void> {
    await turns.run(exchange.grant, exchange.client, work, () => {
      throw new LfsProblem(503, 'too many transfers, try again');
    });
  }
}

/** The same body while there is room for it, on the disk and under the limits. */
async function* fitting(body: AsyncIterable<Buffer>, room: PushRoom): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    await mustFit(room.refusalOf((bytes += chunk.length)));
    yield chunk;
  }
}
