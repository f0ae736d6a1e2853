import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { setLogLevel } from '../observability/logger.js';
import { testDatabase, testDatabaseServer, type TestDatabase } from '../testing/index.js';
import { dataSource } from './data-source.js';
import { isAway } from './is-away.js';
import { takeTime } from './take-time.js';

/** Shorter than the usual; what takes longer than that must be said to. */
const silence = { every: 50, longest: 400 };

/** What lies between a service and its database, and may keep all to itself. */
class Way {
  private readonly sockets = new Set<Socket>();
  private lost = false;

  private constructor(private readonly server: Server) {}

  static async to({ hostname, port }: URL): Promise<Way> {
    const server = createServer();
    const way = new Way(server);
    server.on('connection', (near) => {
      way.sockets.add(near);
      if (way.lost) return;
      const far = connect(Number(port), hostname);
      for (const [from, into] of [
        [near, far],
        [far, near],
      ]) {
        way.sockets.add(from);
        from.on('error', () => into.destroy());
        from.on('close', () => into.destroy());
        from.on('data', (bytes) => way.lost || into.write(bytes));
      }
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return way;
  }

  get port(): string {
    return String((this.server.address() as AddressInfo).port);
  }

  /** From now on nothing comes through, as when the other machine has no power. */
  lose(): void {
    this.lost = true;
  }

  /** Another machine has taken its place: what was open stays lost. */
  replace(): void {
    this.lost = false;
  }

  async end(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await once(this.server.close(), 'close');
  }
}

// PostgreSQL itself. Connections to a machine without power were held for a quarter of an hour, and nobody had another.
describe('a database that has gone without a word', () => {
  let database: TestDatabase;
  let way: Way;
  let source: DataSource;
  beforeEach(async () => {
    setLogLevel('silent');
    database = await testDatabase(testDatabaseServer(), 'test');
    const url = new URL(database.url);
    way = await Way.to(url);
    url.port = way.port;
    const options = { url: url.href, schema: 'test', entities: [], migrations: [], poolSize: 2, silence };
    source = await dataSource(options).initialize();
  });
  afterEach(async () => {
    await source.destroy();
    await way.end();
    await database.drop();
  });

  const reasonOf = async (work: Promise<unknown>): Promise<unknown> => {
    const [outcome] = await Promise.allSettled([work]);
    return outcome.status === 'rejected' ? outcome.reason : undefined;
  };

  it('ends what waits for it, and who asks its successor is answered', async () => {
    const [amid, alone] = [source.createQueryRunner(), source.createQueryRunner()];
    await amid.startTransaction();
    await alone.query('select 1');
    way.lose();
    for (const reason of await Promise.all([amid, alone].map((each) => reasonOf(each.query('select 2')))))
      expect(isAway(reason)).toBe(true);
    await Promise.all([amid.release(), alone.release()]);
    way.replace();
    expect(await source.query('select 3 as it')).toEqual([{ it: 3 }]);
  });

  it('is not one that has nothing to answer, or is said to take long', async () => {
    await source.transaction(async (tx) => {
      await sleep(600);
      expect(await tx.query('select 1 as it')).toEqual([{ it: 1 }]);
      await takeTime(tx);
      expect(await tx.query('select 2 as it from pg_sleep(0.8)')).toEqual([{ it: 2 }]);
    });
    expect(isAway(await reasonOf(source.query('select pg_sleep(600)')))).toBe(true);
  });
});
