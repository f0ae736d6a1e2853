import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What becomes of a request: refused with a status, answered by nothing, or with an answer that ends too early or comes
 * in drips.
 */
export type Fault =
  { readonly status: number; readonly code: string } | 'silence' | 'hang up' | 'cut' | 'slow';

/** Bytes of a drip, and how long it takes (ms). */
const [drip, dripTakes] = [256 << 10, 10];

/** Bytes of an answer that come before it is cut. */
const beforeCut = 1_000_000;

/** Stands before a server of S3, and does not let each request through. */
export class FaultyDoor {
  /** What becomes of the next requests, one after the other; later ones pass. */
  readonly faults: Fault[] = [];
  /** All that came: method and path. */
  readonly asked: string[] = [];
  /** Lists tell what they told first, as those of a server that is only in the end consistent may. */
  listsAreOld = false;
  private readonly lists = new Map<string, { status: number; body: Buffer }>();

  private constructor(
    private readonly server: Server,
    readonly endpoint: string,
  ) {}

  static async before(upstream: string): Promise<FaultyDoor> {
    const late: { door?: FaultyDoor } = {};
    const server = createServer((req, res) => late.door?.answer(upstream, req, res));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    late.door = new FaultyDoor(server, `http://127.0.0.1:${port}`);
    return late.door;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private answer(upstream: string, req: IncomingMessage, res: ServerResponse): void {
    this.asked.push(`${req.method} ${req.url}`);
    const fault = this.faults.shift();
    if (fault === 'hang up') return void req.socket.destroy();
    if (fault === 'silence') return;
    if (typeof fault === 'object') {
      req.resume();
      const body = `<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>no</Message></Error>`;
      return void res.writeHead(fault.status, { 'content-type': 'application/xml' }).end(body);
    }
    const { method, headers, url = '' } = req;
    const old = this.listsAreOld ? this.lists.get(url) : undefined;
    if (old) return void res.writeHead(old.status, { 'content-type': 'application/xml' }).end(old.body);
    const onward = request(`${upstream}${req.url}`, { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      if (this.listsAreOld && url.includes('list-type=2')) this.keep(url, answer);
      if (fault === 'slow') return void pipeline(answer, dripping, res).catch(() => res.destroy());
      if (fault !== 'cut') return void answer.pipe(res);
      let rest = beforeCut;
      answer.on('data', (piece: Buffer) => {
        if (rest <= 0) return;
        res.write(piece.subarray(0, rest), () => rest <= 0 && res.destroy());
        rest -= piece.length;
      });
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  }

  private keep(url: string, answer: IncomingMessage): void {
    const pieces: Buffer[] = [];
    answer.on('data', (piece: Buffer) => pieces.push(piece));
    answer.on('end', () => {
      this.lists.set(url, { status: answer.statusCode ?? 500, body: Buffer.concat(pieces) });
    });
  }
}

async function* dripping(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += drip) {
      await sleep(dripTakes);
      yield piece.subarray(at, at + drip);
    }
}
