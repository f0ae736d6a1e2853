import type { RecordedEvent } from '@holdfast/contracts';
import { uuidv7 } from '@holdfast/kernel';
import { Test } from '@nestjs/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { transaction } from '../transaction.js';
import type { EventHandler } from './event-place.js';
import { record } from './event-record.store.js';
import { eventsReport } from './event-report.js';
import { eventually, EventWorld, type MadeThing } from './event-world.fixture.js';
import { eventsModule } from './events.module.js';
import { Hears } from './hears.decorator.js';

// PostgreSQL and NATS themselves; their addresses come from tools/test.
describe('events', () => {
  const world = EventWorld.ofSuite();

  it('are heard once each, in the order of the changes of one object, and leave nothing behind', async () => {
    world.relay();
    world.hearing();
    const uuid = uuidv7();
    const all = Array.from({ length: 30 }, (_, number) => `${number}`);
    for (const word of all) await world.making(word, uuid);
    expect(await eventually(world.words, (seen) => seen.length >= all.length)).toEqual(all);
    expect(await eventually(world.waiting, (count) => count === 0)).toBe(0);
    const report = await eventsReport(world.source, world.rpc.streams, world.service, world.events);
    expect(report).toMatchObject({
      waiting: 0,
      lag: 0,
      dead: 0,
      consumers: [{ name: `${world.service}_reader` }, { name: `${world.service}_second` }],
    });
    expect(report.metrics).toContain('holdfast_events_published_total');
  });

  it('are heard by each of two consumers in one service, also when they come again', async () => {
    world.relay();
    const hearers = ['reader', 'second'].map((durable): EventHandler => ({
      ...{ event: world.shared, durable, method: durable },
      hear: (tx) => tx.query('insert into effect (word) values ($1)', [durable]),
    }));
    world.heardBy(hearers);
    const both = async (): Promise<string[]> => (await world.words()).sort();
    const payload = { thing: { uuid: uuidv7() }, word: 'both' };
    await transaction(world.source, (tx) => record(tx, {}, world.shared, payload));
    expect(await eventually(both, (seen) => seen.length > 1)).toEqual(['reader', 'second']);
    const [{ id }] = await world.source.query<[{ id: string }]>(
      "select id from event_heard where consumer like '%second'",
    );
    // Under another name: the broker knows the first one for two minutes.
    const again = { id, subject: world.shared.subject, at: Date.now(), payload };
    await world.rpc.streams.publish(world.shared.subject, 'again', JSON.stringify(again));
    const last = { thing: { uuid: uuidv7() }, word: 'last' };
    await transaction(world.source, (tx) => record(tx, {}, world.shared, last));
    expect(await eventually(both, (seen) => seen.length > 3)).toEqual([
      'reader',
      'reader',
      'second',
      'second',
    ]);
  });

  it('are none of a change that was rolled back', async () => {
    world.relay();
    world.hearing();
    const failing = transaction(world.source, async (tx) => {
      await record(tx, {}, world.made, { thing: { uuid: uuidv7() }, word: 'undone' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await world.making('done');
    expect(await eventually(world.words, (seen) => seen.length > 0)).toEqual(['done']);
  });

  it('are refused outside of a transaction', async () => {
    const outside = record(world.source.manager, {}, world.made, { thing: { uuid: uuidv7() }, word: 'lost' });
    await expect(outside).rejects.toThrow('outside of a transaction');
  });

  it('have one effect when they are published twice', async () => {
    world.relay();
    world.hearing();
    await world.making('once');
    await eventually(world.words, (seen) => seen.length === 1);
    const [{ id }] = await world.source.query<[{ id: string }]>(
      "select id from event_heard where consumer like '%reader' order by id desc limit 1",
    );
    const again = {
      id,
      subject: world.made.subject,
      at: Date.now(),
      payload: { thing: { uuid: uuidv7() }, word: 'twice' },
    };
    // Under another name: the broker knows the first one for two minutes.
    await world.rpc.streams.publish(world.made.subject, 'another', JSON.stringify(again));
    await world.making('last');
    expect(await eventually(world.words, (seen) => seen.includes('last'))).toEqual(['once', 'last']);
  });

  it('wait for a relay, and then for whoever hears them', async () => {
    await world.making('early');
    expect(await world.waiting()).toBe(1);
    world.relay();
    await eventually(world.waiting, (count) => count === 0);
    world.hearing();
    expect(await eventually(world.words, (seen) => seen.length > 0)).toEqual(['early']);
  });

  it('are published by one relay, and by the next when that one ends', async () => {
    const first = world.relay();
    world.hearing();
    await world.making('one');
    await eventually(world.words, (seen) => seen.includes('one'));
    world.relay();
    await first.end();
    await world.making('two');
    expect(await eventually(world.words, (seen) => seen.length > 1)).toEqual(['one', 'two']);
  });

  it('are heard by whatever object of the service says so', async () => {
    class Reader {
      @Hears(world.made, { durable: 'reader' })
      async read(tx: EntityManager, event: RecordedEvent<MadeThing>): Promise<void> {
        await world.effect(tx, event);
      }
    }
    const database = { module: class {}, global: true, exports: [DataSource] };
    const module = await Test.createTestingModule({
      imports: [
        { ...database, providers: [{ provide: DataSource, useValue: world.source }] },
        eventsModule(world.rpc, { service: world.service, events: world.events }),
      ],
      providers: [Reader],
    }).compile();
    await module.init();
    world.endLater(() => module.close());
    await world.making('declared');
    expect(await eventually(world.words, (seen) => seen.length > 0)).toEqual(['declared']);
  });

  it('have only those hearers that their contract names', () => {
    expect(() => Hears(world.made, { durable: 'stranger' })({}, 'read', {})).toThrow(
      'names no hearer stranger',
    );
  });
});
