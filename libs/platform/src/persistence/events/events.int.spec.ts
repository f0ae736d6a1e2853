import { randomBytes } from 'node:crypto';
import type { DomainEvent, RecordedEvent } from '@holdfast/contracts';
import { eventStreamOf } from '@holdfast/contracts';
import { DomainError, uuidv7 } from '@holdfast/kernel';
import Type from 'typebox';
import { Test } from '@nestjs/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { setLogLevel } from '../../observability/logger.js';
import { dataSource } from '../data-source.js';
import { record } from './event-record.store.js';
import { createEventTables } from './event-tables.js';
import { transaction } from '../transaction.js';
import { JetStreamError, type JetStream } from '../../rpc/jet-stream.js';
import { Rpc } from '../../rpc/rpc.js';
import { testStreams, testDatabase, testDatabaseServer, type TestDatabase } from '../../testing/index.js';
import { EventHearing } from './event-hearing.js';
import type { EventHandler } from './event-place.js';
import { EventRelay } from './event-relay.js';
import { eventsReport } from './event-report.js';
import { eventsModule } from './events.module.js';
import { Hears } from './hears.decorator.js';

interface Made {
  thing: { uuid: string };
  word: string;
}

// PostgreSQL and NATS themselves; their addresses come from tools/test.
describe('events', () => {
  /** A service of its own in the shared broker. */
  const service = `spec${randomBytes(4).toString('hex')}`;
  const contract = (verb: string, ...durables: string[]): DomainEvent<Made> => ({
    subject: `fact.${service}.thing.${verb}.v1`,
    reason: 'this test',
    about: 'thing',
    payload: Type.Object({ thing: Type.Object({ uuid: Type.String() }), word: Type.String() }),
    heard: durables.map((durable) => ({ service: service as 'identity', durable })),
  });
  const made = contract('made', 'reader');
  const shared = contract('shared', 'reader', 'second');
  const events: DomainEvent[] = [made, shared];
  let database: TestDatabase;
  let source: DataSource;
  let rpc: Rpc;
  const ending: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    setLogLevel('silent');
    database = await testDatabase(testDatabaseServer(), service);
    source = dataSource({ url: database.url, schema: service, entities: [], migrations: [], poolSize: 6 });
    await source.initialize();
    await source.query(createEventTables(service));
    await source.query('create table effect (number bigint generated always as identity, word text)');
    rpc = await Rpc.connect(testStreams(), 'test');
  });
  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
    await source.query('delete from effect');
    await source.query('delete from event_outbox');
  });
  afterAll(async () => {
    await rpc.connection.request(`$JS.API.STREAM.DELETE.${eventStreamOf(service)}`, '');
    await rpc.connection.request(`$JS.API.STREAM.DELETE.DEAD_${service}`, '');
    await rpc.close();
    await source.destroy();
    await database.drop();
  });

  const relay = (): EventRelay => {
    const begun = new EventRelay(source, rpc.streams, { service, events });
    begun.begin();
    ending.push(() => begun.end());
    return begun;
  };
  const effect = (tx: EntityManager, { payload }: RecordedEvent): Promise<void> =>
    tx.query('insert into effect (word) values ($1)', [(payload as Made).word]);
  const hearing = (hear: EventHandler['hear'] = effect, delays?: number[]): void => {
    const hearer: EventHandler = { event: made, durable: 'reader', method: 'hear', hear };
    const begun = new EventHearing(source, rpc.streams, service, [hearer], delays);
    begun.begin();
    ending.push(() => begun.end());
  };
  const making = (word: string, uuid = uuidv7()): Promise<void> =>
    transaction(source, (tx) => record(tx, {}, made, { thing: { uuid }, word }));
  const words = async (): Promise<string[]> =>
    (await source.query<{ word: string }[]>('select word from effect order by number')).map(
      ({ word }) => word,
    );
  const waiting = async (): Promise<number> =>
    (await source.query<[{ count: number }]>('select count(*)::int as count from event_outbox'))[0].count;
  const until = async <T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> => {
    for (;;) {
      const seen = await look();
      if (holds(seen)) return seen;
      await new Promise((done) => setTimeout(done, 20));
    }
  };

  it('are heard once each, in the order of the changes of one object, and leave nothing behind', async () => {
    relay();
    hearing();
    const uuid = uuidv7();
    const all = Array.from({ length: 30 }, (_, number) => `${number}`);
    for (const word of all) await making(word, uuid);
    expect(await until(words, (seen) => seen.length >= all.length)).toEqual(all);
    expect(await until(waiting, (count) => count === 0)).toBe(0);
    const report = await eventsReport(source, rpc.streams, service, events);
    expect(report).toMatchObject({
      waiting: 0,
      lag: 0,
      dead: 0,
      consumers: [{ name: `${service}_reader` }, { name: `${service}_second` }],
    });
    expect(report.metrics).toContain('holdfast_events_published_total');
  });

  it('are heard by each of two consumers in one service, also when they come again', async () => {
    relay();
    const hearers = ['reader', 'second'].map((durable): EventHandler => ({
      ...{ event: shared, durable, method: durable },
      hear: (tx) => tx.query('insert into effect (word) values ($1)', [durable]),
    }));
    const begun = new EventHearing(source, rpc.streams, service, hearers);
    begun.begin();
    ending.push(() => begun.end());
    const both = async (): Promise<string[]> => (await words()).sort();
    const payload = { thing: { uuid: uuidv7() }, word: 'both' };
    await transaction(source, (tx) => record(tx, {}, shared, payload));
    expect(await until(both, (seen) => seen.length > 1)).toEqual(['reader', 'second']);
    const [{ id }] = await source.query<[{ id: string }]>(
      "select id from event_heard where consumer like '%second'",
    );
    // Under another name: the broker knows the first one for two minutes.
    const again = { id, subject: shared.subject, at: Date.now(), payload };
    await rpc.streams.publish(shared.subject, 'again', JSON.stringify(again));
    const last = { thing: { uuid: uuidv7() }, word: 'last' };
    await transaction(source, (tx) => record(tx, {}, shared, last));
    expect(await until(both, (seen) => seen.length > 3)).toEqual(['reader', 'reader', 'second', 'second']);
  });

  it('are none of a change that was rolled back', async () => {
    relay();
    hearing();
    const failing = transaction(source, async (tx) => {
      await record(tx, {}, made, { thing: { uuid: uuidv7() }, word: 'undone' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await making('done');
    expect(await until(words, (seen) => seen.length > 0)).toEqual(['done']);
  });

  it('are refused outside of a transaction', async () => {
    const outside = record(source.manager, {}, made, { thing: { uuid: uuidv7() }, word: 'lost' });
    await expect(outside).rejects.toThrow('outside of a transaction');
  });

  it('have one effect when they are published twice', async () => {
    relay();
    hearing();
    await making('once');
    await until(words, (seen) => seen.length === 1);
    const [{ id }] = await source.query<[{ id: string }]>(
      "select id from event_heard where consumer like '%reader' order by id desc limit 1",
    );
    const again = {
      id,
      subject: made.subject,
      at: Date.now(),
      payload: { thing: { uuid: uuidv7() }, word: 'twice' },
    };
    // Under another name: the broker knows the first one for two minutes.
    await rpc.streams.publish(made.subject, 'another', JSON.stringify(again));
    await making('last');
    expect(await until(words, (seen) => seen.includes('last'))).toEqual(['once', 'last']);
  });

  it('wait for a relay, and then for whoever hears them', async () => {
    await making('early');
    expect(await waiting()).toBe(1);
    relay();
    await until(waiting, (count) => count === 0);
    hearing();
    expect(await until(words, (seen) => seen.length > 0)).toEqual(['early']);
  });

  it('are published by one relay, and by the next when that one ends', async () => {
    const first = relay();
    hearing();
    await making('one');
    await until(words, (seen) => seen.includes('one'));
    relay();
    await first.end();
    await making('two');
    expect(await until(words, (seen) => seen.length > 1)).toEqual(['one', 'two']);
  });

  it('are tried again after a failure, and while a part is away, without a second effect', async () => {
    relay();
    const failures = [DomainError.unavailable('away'), new Error('broken')];
    hearing(async (tx, event) => {
      await effect(tx, event);
      const failure = failures.shift();
      if (failure) throw failure;
    });
    await making('stubborn');
    expect(await until(words, (seen) => seen.length > 0)).toEqual(['stubborn']);
    expect(failures).toEqual([]);
  });

  it('are given up to the dead letters when they fail again and again, and hold up nothing after that', async () => {
    relay();
    const tried: string[] = [];
    hearing(
      async (tx, event) => {
        const { word } = event.payload as Made;
        tried.push(word);
        if (word === 'poison') throw new Error('cannot be swallowed');
        await effect(tx, event);
      },
      [1, 1],
    );
    const uuid = uuidv7();
    await making('poison', uuid);
    await making('food', uuid);
    expect(await until(words, (seen) => seen.length > 0)).toEqual(['food']);
    expect(tried).toEqual(['poison', 'poison', 'poison', 'food']);
    const { dead } = await eventsReport(source, rpc.streams, service, events);
    expect(dead).toBe(1);
  });

  it('wait while the broker takes none, and changes go on', async () => {
    let full = true;
    const publish = (...message: Parameters<JetStream['publish']>): Promise<void> =>
      full
        ? Promise.reject(new JetStreamError(10077, 'maximum bytes exceeded'))
        : rpc.streams.publish(...message);
    const streams: JetStream = Object.assign(Object.create(rpc.streams) as JetStream, { publish });
    const begun = new EventRelay(source, streams, { service, events });
    begun.begin();
    ending.push(() => begun.end());
    hearing();
    const uuid = uuidv7();
    for (const word of ['one', 'two', 'three']) await making(word, uuid);
    expect(await waiting()).toBe(3);
    full = false;
    expect(await until(words, (seen) => seen.length > 2)).toEqual(['one', 'two', 'three']);
  });

  it('keep their order where one of many is refused', async () => {
    let refused = 0;
    const publish = (...message: Parameters<JetStream['publish']>): Promise<void> =>
      message[2].includes('"two"') && (refused += 1) === 1
        ? Promise.reject(new JetStreamError(10077, 'maximum bytes exceeded'))
        : rpc.streams.publish(...message);
    const streams: JetStream = Object.assign(Object.create(rpc.streams) as JetStream, { publish });
    hearing();
    const uuid = uuidv7();
    for (const word of ['one', 'two', 'three']) await making(word, uuid);
    await making('of another');
    const begun = new EventRelay(source, streams, { service, events });
    begun.begin();
    ending.push(() => begun.end());
    expect(await until(words, (seen) => seen.length > 3)).toEqual(['one', 'of another', 'two', 'three']);
  });

  it('are heard by whatever object of the service says so', async () => {
    class Reader {
      @Hears(made, { durable: 'reader' })
      async read(tx: EntityManager, event: RecordedEvent<Made>): Promise<void> {
        await effect(tx, event);
      }
    }
    const database = { module: class {}, global: true, exports: [DataSource] };
    const module = await Test.createTestingModule({
      imports: [
        { ...database, providers: [{ provide: DataSource, useValue: source }] },
        eventsModule(rpc, { service, events }),
      ],
      providers: [Reader],
    }).compile();
    await module.init();
    ending.push(() => module.close());
    await making('declared');
    expect(await until(words, (seen) => seen.length > 0)).toEqual(['declared']);
  });

  it('have only those hearers that their contract names', () => {
    expect(() => Hears(made, { durable: 'stranger' })({}, 'read', {})).toThrow('names no hearer stranger');
  });
});
