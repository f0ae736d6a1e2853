import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HealthReport } from '@holdfast/contracts';
import { Registry } from 'prom-client';
import { log } from '../observability/logger.js';
import type { ListenAddress } from '../settings/listen-address.js';
import { ProcessCounts } from './process-counts.js';
import { Readiness, type OwnHealth } from './readiness.js';

interface Said {
  status: number;
  type: string;
  text: string;
}

const json = (status: number, said: object): Said => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(said),
});

/**
 * A port on which this process alone says how it is, for whoever starts and ends it: `GET /health/live`, `GET
 * /health/ready` and `GET /metrics`. It is there from the beginning, so that a process which waits for the broker
 * counts as alive. It is Node's own server: a framework for three answers took up to a sixth of the start of a process.
 */
export class HealthPort {
  private constructor(
    private readonly server: Server,
    private readonly own: OwnHealth,
  ) {}

  static async open({ host, port }: ListenAddress): Promise<HealthPort> {
    const own: OwnHealth = { ending: false };
    const answers = answersOf(own);
    const server = createServer((request, response) => {
      const [path] = (request.url ?? '').split('?', 1);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const answer = isRead ? answers.get(path) : undefined;
      const unknown = (): Said => json(404, { status: 'unknown' });
      void Promise.resolve((answer ?? unknown)())
        .catch((err: unknown) => {
          log.error({ err, path }, 'the health port could not answer');
          return json(500, { status: 'fault' });
        })
        .then(({ status, type, text }) => {
          const length = Buffer.byteLength(text);
          response
            .writeHead(status, {
              'content-type': type,
              'content-length': length,
              'cache-control': 'no-store',
            })
            .end(text);
        });
    });
    server.listen(port, host);
    await once(server, 'listening');
    const health = new HealthPort(server, own);
    log.info({ health: health.port }, 'the health port is open');
    return health;
  }

  /** The port that it listens on. */
  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on the process is ready as far as what it looks at is. `counted`: what it counts, for Prometheus. */
  serving(look: () => Promise<HealthReport>, counted?: () => Promise<string>): void {
    this.own.look = look;
    if (counted) this.own.counted = counted;
  }

  /** From now on it is not. */
  ending(): void {
    this.own.ending = true;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

/** Live: the event loop turns. */
const answersOf = (own: OwnHealth): ReadonlyMap<string, () => Said | Promise<Said>> => {
  const readiness = new Readiness(own);
  const counts = new ProcessCounts(own);
  return new Map<string, () => Said | Promise<Said>>([
    ['/health/live', () => json(200, { status: 'ok' })],
    [
      '/health/ready',
      async () => {
        const ready = await readiness.now();
        return json(ready.status === 'ok' ? 200 : 503, ready);
      },
    ],
    [
      '/metrics',
      async () => ({ status: 200, type: Registry.PROMETHEUS_CONTENT_TYPE, text: await counts.text() }),
    ],
  ]);
};
