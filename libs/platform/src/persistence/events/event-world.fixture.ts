import { randomBytes } from 'node:crypto';
import { eventStreamOf, type DomainEvent, type RecordedEvent, Type } from '@holdfast/contracts';
import { uuidv7 } from '@holdfast/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { setLogLevel } from '../../observability/logger.js';
import { Rpc } from '../../rpc/rpc.js';
import { testStreams, testDatabase, testDatabaseServer, type TestDatabase } from '../../testing/index.js';
import { dataSource } from '../data-source.js';
import { transaction } from '../transaction.js';
import { EventHearing } from './event-hearing.js';
import type { EventHandler } from './event-place.js';
import { record } from './event-record.store.js';
import { EventRelay } from './event-relay.js';
import { createEventTables } from './event-tables.js';

export interface MadeThing {
  thing: { uuid: string };
  word: string;
}

/** A service of its own, with two events and a table of effects, in PostgreSQL and the shared broker. */
export class EventWorld {
  readonly service = `spec${randomBytes(4).toString('hex')}`;
  readonly made = this.contract('made', 'reader');
  readonly shared = this.contract('shared', 'reader', 'second');
  readonly events: DomainEvent[] = [this.made, this.shared];
  source!: DataSource;
  rpc!: Rpc;
  private database!: TestDatabase;
  private readonly ending: (() => Promise<void>)[] = [];

  /** A world for the tests of the suite that is being described. */
  static ofSuite(): EventWorld {
    const world = new EventWorld();
    beforeAll(() => world.begin());
    afterEach(() => world.clear());
    afterAll(() => world.end());
    return world;
  }

  private contract(verb: string, ...durables: string[]): DomainEvent<MadeThing> {
    return {
      subject: `fact.${this.service}.thing.${verb}.v1`,
      reason: 'this test',
      about: 'thing',
      payload: Type.Object({ thing: Type.Object({ uuid: Type.String() }), word: Type.String() }),
      heard: durables.map((durable) => ({ service: this.service as 'identity', durable })),
    };
  }

  private async begin(): Promise<void> {
    setLogLevel('silent');
    this.database = await testDatabase(testDatabaseServer(), this.service);
    const place = { url: this.database.url, schema: this.service };
    this.source = dataSource({ ...place, entities: [], migrations: [], poolSize: 6 });
    await this.source.initialize();
    await this.source.query(createEventTables(this.service));
    await this.source.query('create table effect (number bigint generated always as identity, word text)');
    this.rpc = await Rpc.connect(testStreams(), 'test');
  }

  private async clear(): Promise<void> {
    for (const end of this.ending.splice(0)) await end();
    await this.source.query('delete from effect');
    await this.source.query('delete from event_outbox');
  }

  private async end(): Promise<void> {
    await this.rpc.connection.request(`$JS.API.STREAM.DELETE.${eventStreamOf(this.service)}`, '');
    await this.rpc.connection.request(`$JS.API.STREAM.DELETE.DEAD_${this.service}`, '');
    await this.rpc.close();
    await this.source.destroy();
    await this.database.drop();
  }

  /** To be ended when the test ends. */
  endLater(end: () => Promise<void>): void {
    this.ending.push(end);
  }

  /** `events`: what the version of the relay knows. */
  relay(streams = this.rpc.streams, events = this.events): EventRelay {
    const { service } = this;
    const begun = new EventRelay(this.source, streams, { service, events });
    begun.begin();
    this.endLater(() => begun.end());
    return begun;
  }

  /** What hears an event writes its word down, if nothing else is given. */
  readonly effect = (tx: EntityManager, { payload }: RecordedEvent): Promise<void> =>
    tx.query('insert into effect (word) values ($1)', [(payload as MadeThing).word]);

  hearing(hear: EventHandler['hear'] = this.effect, delays?: number[]): void {
    this.heardBy([{ event: this.made, durable: 'reader', method: 'hear', hear }], delays);
  }

  heardBy(hearers: EventHandler[], delays?: number[]): void {
    const begun = new EventHearing(this.source, this.rpc.streams, this.service, hearers, delays);
    begun.begin();
    this.endLater(() => begun.end());
  }

  making(word: string, uuid = uuidv7()): Promise<void> {
    return transaction(this.source, (tx) => record(tx, {}, this.made, { thing: { uuid }, word }));
  }

  readonly words = async (): Promise<string[]> => {
    const rows = await this.source.query<{ word: string }[]>('select word from effect order by number');
    return rows.map(({ word }) => word);
  };

  /** How many events are recorded and not yet published. */
  readonly waiting = async (): Promise<number> => {
    const counted = 'select count(*)::int as count from event_outbox';
    return (await this.source.query<[{ count: number }]>(counted))[0].count;
  };
}

/** Looks until what is seen holds; the test's own limit of time ends it otherwise. */
export const eventually = async <T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> => {
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    await new Promise((done) => setTimeout(done, 20));
  }
};
