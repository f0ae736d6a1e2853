import { randomBytes } from 'node:crypto';
import { consumerOf, eventStreamOf, recorderOf, type DomainEvent, Type } from '@holdfast/contracts';
import { dataSource } from '../persistence/data-source.js';
import { createEventTables, EventPlace, type EventHandler } from '../persistence/events/index.js';
import { isAway } from '../persistence/is-away.js';
import { Rpc } from '../rpc/rpc.js';
import { testDatabase, type TestDatabase } from './test-database.js';
import { testDatabaseServer, testStreams } from './test-servers.js';

/** What an event did to the witness. */
export interface Effect {
  subject: string;
  /** The uuid of the account that has caused it; null: nobody has. */
  account: string | null;
  payload: Record<string, unknown>;
}

const schema = 'witness';
/** Two that run at the same time are not each other's. */
const service = `own-${randomBytes(4).toString('hex')}`;

/** One life of the witness: what a process of a service has. */
interface Life {
  /** By the service whose streams it reaches. */
  rpcs: ReadonlyMap<string, Rpc>;
  source: ReturnType<typeof dataSource>;
  places: EventPlace[];
}

/**
 * Hears events of a running installation as its services do, in a database of its own: each leaves an effect, and one
 * that is heard twice would leave two. For scenarios; the broker's user `test` makes its consumers.
 */
export class EventWitness {
  private constructor(
    private readonly database: TestDatabase,
    private readonly events: readonly DomainEvent[],
    private life: Life,
  ) {}

  static async start(subjects: readonly DomainEvent['subject'][]): Promise<EventWitness> {
    const database = await testDatabase(testDatabaseServer(), schema);
    const events = subjects.map((subject) => ({
      ...{ subject, reason: 'a test', about: 'none', payload: Type.Object({}) },
      heard: [],
    }));
    const life = await connected(database, events);
    await life.source.query(
      `${createEventTables(schema)}; create table witness.effect (subject text not null, account uuid, payload jsonb not null)`,
    );
    for (const [recorder, { streams }] of life.rpcs)
      await streams.keepConsumer(
        eventStreamOf(recorder),
        consumerOf({ service, durable: 'witness' }),
        events.filter((event) => recorderOf(event) === recorder).map(({ subject }) => subject),
      );
    const witness = new EventWitness(database, events, life);
    witness.hear();
    return witness;
  }

  async effects(): Promise<Effect[]> {
    return this.life.source.query('select subject, account, payload from effect');
  }

  /** Is cut off in whatever it does, and comes back. */
  async crash(): Promise<void> {
    const { rpcs, source, places } = this.life;
    for (const place of places) void place.end();
    for (const { connection, streams } of rpcs.values())
      await Promise.all([connection.close(), streams.abort()]);
    await source.destroy().catch(() => undefined);
    this.life = await connected(this.database, this.events);
    this.hear();
  }

  async end(): Promise<void> {
    const { rpcs, source, places } = this.life;
    await Promise.all(places.map((place) => place.end()));
    for (const [recorder, rpc] of rpcs) {
      await rpc.streams.removeConsumer(eventStreamOf(recorder), consumerOf({ service, durable: 'witness' }));
      await rpc.close();
    }
    await source.destroy();
    await this.database.drop();
  }

  private hear(): void {
    const { rpcs, source, places } = this.life;
    const hearers = this.events.map((event): EventHandler => ({
      ...{ event, durable: 'witness', method: 'hear' },
      hear: async (tx, { subject, account = null, payload }) => {
        await tx.query('insert into effect values ($1, $2, $3)', [subject, account, JSON.stringify(payload)]);
      },
    }));
    for (const [recorder, { streams }] of rpcs) {
      const [first, ...others] = hearers.filter(({ event }) => recorderOf(event) === recorder);
      const place = new EventPlace(source, streams, service, 'witness', [first, ...others], []);
      places.push(place);
      place.begin();
    }
  }
}

const connected = async (database: TestDatabase, events: readonly DomainEvent[]): Promise<Life> => {
  const rpcs = new Map<string, Rpc>();
  for (const recorder of new Set(events.map(recorderOf)))
    rpcs.set(recorder, await Rpc.connect(testStreams(recorder), 'test'));
  for (;;) {
    const source = dataSource({ url: database.url, schema, entities: [], migrations: [] });
    try {
      await source.initialize();
      return { rpcs, source, places: [] };
    } catch (error) {
      if (!isAway(error)) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
};
