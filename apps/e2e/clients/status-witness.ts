import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What each connection says for itself. */
const without = (headers: IncomingHttpHeaders, ...names: string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Stands before a gateway, and counts with what everything is answered that clients send to it, whatever they are. */
export class StatusWitness {
  /** How often each status came. */
  readonly seen = new Map<number, number>();
  /** Requests without an answer. */
  unanswered = 0;
  /** Of those that were answered with 503, how many were not told when to come again. */
  untold = 0;

  private constructor(
    private readonly site: URL,
    private readonly server: Server,
  ) {
    server.on('request', (asked: IncomingMessage, answer: ServerResponse) => this.pass(asked, answer));
  }

  static async before(site: string): Promise<StatusWitness> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new StatusWitness(new URL(site), server);
  }

  /** The same address of the gateway, by way of this. */
  at(url: string): string {
    const { pathname, search } = new URL(url);
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${pathname}${search}`;
  }

  get faults(): number[] {
    return [...this.seen.keys()].filter((status) => status >= 500 && status !== 503 && status !== 507);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private pass(asked: IncomingMessage, answer: ServerResponse): void {
    const headers = without(asked.headers, 'expect', 'connection');
    const { hostname, port } = this.site;
    const passed = request({ hostname, port, method: asked.method, path: asked.url, headers, agent: false });
    let answered = false;
    passed.on('response', (given) => {
      answered = true;
      const status = given.statusCode ?? 0;
      this.seen.set(status, (this.seen.get(status) ?? 0) + 1);
      if (status === 503 && !given.headers['retry-after']) this.untold += 1;
      answer.writeHead(status, without(given.headers, 'connection', 'transfer-encoding'));
      given.on('error', () => answer.destroy());
      given.pipe(answer);
    });
    passed.on('error', () => {
      if (answered) return;
      if (!answer.destroyed) this.unanswered += 1;
      answer.destroy();
    });
    asked.on('error', () => passed.destroy());
    asked.pipe(passed);
  }
}
