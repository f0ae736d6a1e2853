import 'reflect-metadata';
import type { CallSubject } from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { HealthPort } from '../health/index.js';
import { DiskWatch, setLogLevel } from '../observability/index.js';
import { dataSource } from '../persistence/data-source.js';
import { pool } from '../persistence/pool.js';
import { Rpc } from '../rpc/rpc.js';
import { ownContext } from '../rpc/wire.js';
import { testBroker, testDatabase, testDatabaseServer } from '../testing/index.js';
import { HandlesCall } from './handles.decorator.js';
import { NatsStrategy } from './nats.strategy.js';

const subject = (verb: string): CallSubject<{ refused?: boolean }, string> =>
  `test.${process.pid}.${verb}.v1` as CallSubject<{ refused?: boolean }, string>;
const counted = subject('counted');

@Controller()
class Answers {
  @HandlesCall(counted)
  answer(_: unknown, { refused }: { refused?: boolean }): string {
    if (refused) throw DomainError.notFound();
    return 'yes';
  }
}

@Module({ controllers: [Answers] })
class Service {}

// A real broker and a real database; their addresses come from tools/test.
describe('the metrics of a service', () => {
  let health: HealthPort;
  beforeAll(async () => {
    setLogLevel('silent');
    health = await HealthPort.open({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => health.close());

  /** The value of a line that begins so; undefined where there is none. */
  const read = async (line: string): Promise<number | undefined> => {
    const text = await (await fetch(`http://127.0.0.1:${health.port}/metrics`)).text();
    const found = text.split('\n').find((each) => each.startsWith(`${line} `));
    return found === undefined ? undefined : Number(found.slice(line.length + 1));
  };

  it('are the questions that it answers, and those that it asks in vain', async () => {
    const rpcs = [await Rpc.connect(testBroker(), 'test'), await Rpc.connect(testBroker(), 'test')];
    const strategy = new NatsStrategy(rpcs[0], 'test', () => false);
    const app: INestMicroservice = await NestFactory.createMicroservice(Service, { strategy, logger: false });
    try {
      await app.listen();
      await rpcs[0].rtt();
      const ask = (input: { refused?: boolean }): Promise<unknown> =>
        rpcs[1].call(counted, ownContext('test'), input).catch(() => 'no');
      expect([await ask({}), await ask({}), await ask({ refused: true })]).toEqual(['yes', 'yes', 'no']);
      const line = `holdfast_call_duration_seconds_count{question="${counted}"`;
      expect(await read(`${line},outcome="done"}`)).toBe(2);
      expect(await read(`${line},outcome="refused"}`)).toBe(1);
      // Others of this process may have asked in vain before.
      const unheard = 'holdfast_calls_unanswered_total{service="test",reason="nobody"}';
      const before = (await read(unheard)) ?? 0;
      await rpcs[1].call(subject('none'), ownContext('test'), {}).catch(() => undefined);
      expect(await read(unheard)).toBe(before + 1);
    } finally {
      await app.close();
      await Promise.all(rpcs.map((rpc) => rpc.close()));
    }
  });

  it('are the connections of its database, until it ends', async () => {
    const database = await testDatabase(testDatabaseServer(), 'counted');
    const at = { url: database.url, schema: 'counted', entities: [], migrations: [], poolSize: 1 };
    const source = await dataSource(at).initialize();
    try {
      const client = await pool(source).connect();
      const waiting = pool(source).query('select 1');
      const labels = '{service="counted"}';
      expect(await read('holdfast_database_connections{service="counted",state="used"}')).toBe(1);
      expect(await read(`holdfast_database_connections_max${labels}`)).toBe(1);
      expect(await read(`holdfast_database_connections_awaited${labels}`)).toBe(1);
      client.release();
      await waiting;
      expect(await read('holdfast_database_connections{service="counted",state="idle"}')).toBe(1);
      await source.destroy();
      expect(await read(`holdfast_database_connections_max${labels}`)).toBeUndefined();
    } finally {
      if (source.isInitialized) await source.destroy();
      await database.drop();
    }
  });

  it('are its disks, while they can be seen', async () => {
    let isThere = true;
    const disk = {
      level: () => Promise.resolve('enough' as const),
      note: () => Promise.resolve(undefined),
      seen: () => (isThere ? Promise.resolve({ total: 100, free: 30 }) : Promise.reject(new Error('gone'))),
      reserved: () => Promise.resolve(5),
    };
    const watch = new DiskWatch(disk, 'specs');
    await watch.onApplicationBootstrap();
    const sizes = ['total', 'free', 'reserve'].map((size) => `holdfast_storage_${size}_bytes{holds="specs"}`);
    expect(await Promise.all(sizes.map(read))).toEqual([100, 30, 5]);
    isThere = false;
    expect(await Promise.all(sizes.map(read))).toEqual([undefined, undefined, 5]);
    watch.onModuleDestroy();
    expect(await read(sizes[2])).toBeUndefined();
  });
});
