import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { checkedAddress, type NameLookup } from './checked-address.js';

/** Connections at a time: programs of version control use a few. */
const mostConnections = 16;
/** How long the other side may take to answer a connection (ms). */
const connecting = 20_000;
/**
 * More of the head of a request is none that a program of version control sends, or of an answer (bytes). Mercurial
 * names all heads of a repository in that of a request.
 */
const mostHead = { asked: 256 << 10, answered: 64 << 10 };

export interface OutgoingSettings {
  /** Networks that the operator has opened, besides the public ones. */
  networks: readonly string[];
  /** For tests. */
  names?: NameLookup;
}

/**
 * The way out for one program and one remote: a proxy on the loopback that connects to the host and port of its
 * address, and to nothing else, whatever the program or the other side says. The name is looked up once, and what was
 * found is what is connected to. It answers whoever has its secret.
 */
export class OutgoingProxy {
  /** What passed, both ways (bytes). */
  received = 0;
  sent = 0;
  /** When a byte of the other side came last (ms since the epoch). */
  heard = Date.now();
  /** Why it did not do what it was asked, at first; undefined: it did. */
  refusal: string | undefined;
  private readonly server: Server;
  private readonly secret = randomBytes(24).toString('hex');
  private readonly open = new Set<Duplex>();

  private constructor(
    private readonly url: URL,
    private readonly address: string,
  ) {
    this.server = createServer({ maxHeaderSize: mostHead.asked, requestTimeout: 0 }, (request, response) =>
      this.forward(request, response),
    );
    this.server.maxConnections = mostConnections;
    this.server.on('connection', (socket) => this.keep(socket));
    this.server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.tunnel(request, socket, head),
    );
    this.server.on('clientError', (_error, socket) => socket.destroy());
  }

  /** @throws VcsRefusal `remote` where nobody may connect to it */
  static async to(url: URL, { networks, names }: OutgoingSettings): Promise<OutgoingProxy> {
    const proxy = new OutgoingProxy(url, await checkedAddress(url, networks, names));
    await new Promise<void>((resolve, reject) => {
      proxy.server.once('error', reject);
      proxy.server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  readonly user = 'hf';
  get password(): string {
    return this.secret;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.open) socket.destroy();
    this.server.closeAllConnections();
    await closed;
  }

  /** For https: bytes, of which nobody here can read any. */
  private tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.keep(socket);
    const refuse = (status: string, reason: string): void => {
      this.refuse(reason);
      socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    };
    if (!this.isOurs(request)) return void socket.end(unauthenticated);
    if (this.url.protocol !== 'https:' || request.url !== `${this.url.hostname}:${this.portOf()}`)
      return refuse('403 Forbidden', elsewhere);
    const out = this.connect();
    let isThere = false;
    out.once('connect', () => {
      isThere = true;
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      if (head.length > 0) out.write(head);
      this.count(socket, out);
      socket.pipe(out).pipe(socket);
    });
    out.once('close', () => {
      if (isThere) socket.destroy();
      else refuse(...unreachable);
    });
    socket.once('close', () => out.destroy());
  }

  /** For http. */
  private forward(request: IncomingMessage, response: ServerResponse): void {
    const refuse = (status: number, reason: string): void => {
      this.refuse(reason);
      if (response.headersSent) response.destroy();
      else response.writeHead(status, { 'Content-Length': 0, Connection: 'close' }).end();
    };
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    if (!this.isOurs(request))
      return void response
        .writeHead(407, { 'Proxy-Authenticate': 'Basic realm="out"', 'Content-Length': 0 })
        .end();
    const asked = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined;
    if (!asked || asked.protocol !== 'http:' || asked.host !== this.url.host || this.url.protocol !== 'http:')
      return refuse(403, elsewhere);
    const out = httpRequest({
      createConnection: () => this.connect(),
      method: request.method,
      path: `${asked.pathname}${asked.search}`,
      headers: [...passedOn(request.rawHeaders), ...framing(request)],
      setHost: false,
      maxHeaderSize: mostHead.answered,
    });
    out.on('socket', (socket) => this.count(request, socket));
    out.once('error', () => refuse(502, unreachable[1]));
    // Without an error where the other side switches to another protocol, which nobody has asked for.
    out.once('close', () => {
      if (!response.headersSent && !response.destroyed) refuse(502, strange);
    });
    out.once('response', (answer) => {
      const { statusCode: status = 502, statusMessage = '' } = answer;
      if (status >= 300 && status < 400 && status !== 304) {
        answer.destroy();
        return refuse(502, 'the remote leads to another address: give that one');
      }
      if (!isAnswer(answer)) {
        answer.destroy();
        return refuse(502, strange);
      }
      response.writeHead(status, statusMessage, passedOn(answer.rawHeaders));
      pipeline(answer, response, () => undefined);
    });
    response.once('close', () => out.destroy());
    pipeline(request, out, () => undefined);
  }

  private connect(): Socket {
    const out = connect({ host: this.address, port: this.portOf(), timeout: connecting });
    this.keep(out);
    out.once('timeout', () => {
      if (out.connecting) out.destroy(new Error('it does not answer'));
    });
    return out;
  }

  private portOf(): number {
    return Number(this.url.port) || (this.url.protocol === 'https:' ? 443 : 80);
  }

  private count(asking: { on(event: 'data', heard: (chunk: Buffer) => void): unknown }, out: Socket): void {
    asking.on('data', (chunk: Buffer) => (this.sent += chunk.length));
    out.on('data', (chunk: Buffer) => {
      this.received += chunk.length;
      this.heard = Date.now();
    });
  }

  private keep(socket: Duplex): void {
    if (this.open.has(socket)) return;
    this.open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.open.delete(socket));
  }

  private refuse(reason: string): void {
    this.refusal ??= reason;
  }

  private isOurs({ headers }: IncomingMessage): boolean {
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    const wanted = Buffer.from(`Basic ${Buffer.from(`${this.user}:${this.secret}`).toString('base64')}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

const elsewhere = 'the remote leads to another host: give the address of that one';
const strange = 'what the remote sends is not understood';
const unreachable: [string, string] = ['502 Bad Gateway', 'the remote does not answer'];
const unauthenticated =
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="out"\r\nContent-Length: 0\r\n\r\n';

/** What concerns one connection only, and our secret, go no further. */
const ofOneConnection = new Set([
  ...['connection', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate', 'keep-alive', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade', 'expect'],
]);

/** A body without a length is chunked on both sides; of some methods nobody would say so by himself. */
const framing = ({ headers }: IncomingMessage): string[] =>
  headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked'];

/** Whether it can be passed on: Node takes more from the other side than it gives itself. */
const isAnswer = ({ statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage): boolean =>
  statusCode >= 200 && statusCode < 600 && [statusMessage, ...rawHeaders].every((text) => sayable.test(text));

/** What may stand in the head of an answer (RFC 9110, 5.5). */
const sayable = /^[\t\x20-\x7e\x80-\xff]*$/;

const passedOn = (raw: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2)
    if (!ofOneConnection.has(raw[at].toLowerCase())) kept.push(raw[at], raw[at + 1]);
  return kept;
};
