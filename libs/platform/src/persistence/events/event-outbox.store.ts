import { log } from '../../observability/logger.js';
import type { DataSource } from 'typeorm';
import { clientOf, type Queryable } from '../pool.js';
import { statement } from '../statement.js';

/** The channel of the database on which a schema tells that events wait. */
export const channelOf = (schema: string): string => `events_${schema}`;

const notify = statement<never>('event_notify', `select pg_notify('events_' || current_schema(), '')`);

/** Those who wait for committed events in this process, by the source of the connections. */
const waiting = new WeakMap<DataSource, () => void>();
/** Sources of which other processes will be told in this turn of the event loop. */
const telling = new WeakSet<DataSource>();

/** Calls `wake` whenever events are committed in this process. Answers a function that ends this. */
const awaitCommits = (source: DataSource, wake: () => void): (() => void) => {
  waiting.set(source, wake);
  return () => waiting.delete(source);
};

/**
 * Says that events have been committed. If this fails, nothing is lost: the publisher also looks by itself. It is not
 * part of the transaction, because commits that notify wait for each other.
 */
export const eventsCommitted = (source: DataSource): void => {
  const wake = waiting.get(source);
  if (wake) return wake();
  if (telling.has(source)) return;
  telling.add(source);
  setImmediate(() => {
    telling.delete(source);
    notify(source, []).catch((err: unknown) => log.debug({ err }, 'events wait to be looked for'));
  });
};

/** A row that waits. */
export interface WaitingEvent {
  position: string;
  id: string;
  subject: string;
  aggregate: string;
  event: string;
}

/** Most events that are looked at together. */
export const batchSize = 200;

/**
 * Does `work` over the outbox of a schema, if no other connection does so already: its connection has a lock until the
 * work ends. Meanwhile `wake` is called when events have been committed.
 */
export const whileLeading = async (
  source: DataSource,
  schema: string,
  wake: () => void,
  work: (outbox: EventOutboxStore) => Promise<void>,
): Promise<void> => {
  const runner = source.createQueryRunner();
  const lock = [`events:${schema}`];
  try {
    const connection = await clientOf(runner);
    const { rows } = await connection.query<{ leads: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as leads',
      lock,
    );
    if (!rows[0].leads) return;
    const deaf = awaitCommits(source, wake);
    connection.on('notification', wake);
    try {
      await connection.query(`listen ${channelOf(schema)}`);
      await work(new EventOutboxStore(connection));
    } finally {
      deaf();
      connection.removeListener('notification', wake);
      await connection.query('unlisten *');
      await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock);
    }
  } finally {
    await runner.release();
  }
};

/** The outbox of a schema over the one connection that publishes from it. */
export class EventOutboxStore {
  constructor(private readonly connection: Queryable) {}

  /** The oldest ones. One of a transaction that ends later may come before them; it is about another object. */
  async oldest(): Promise<WaitingEvent[]> {
    const { rows } = await this.connection.query<WaitingEvent>({
      name: 'event_oldest',
      text: `select position, id, subject, aggregate, event from event_outbox order by position limit ${batchSize}`,
      values: [],
    });
    return rows;
  }

  async remove(positions: readonly string[]): Promise<void> {
    await this.connection.query({
      name: 'event_remove',
      text: 'delete from event_outbox where position = any($1::bigint[])',
      values: [positions],
    });
  }
}
