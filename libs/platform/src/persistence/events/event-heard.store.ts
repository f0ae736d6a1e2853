import { leastIdAt } from '@holdfast/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { statement } from '../statement.js';

const forget = statement<never>('event_heard_forget', 'delete from event_heard where id < $1');
const waiting = statement<{ waiting: number; oldest: string | null }>(
  'event_waiting',
  'select count(*)::int as waiting, min(id) as oldest from event_outbox',
);

/** Notes in the consumer's transaction that it hears the event. False: it has heard it before. */
export const hearOnce = async (tx: EntityManager, consumer: string, id: string): Promise<boolean> => {
  const rows: unknown[] = await tx.query(
    'insert into event_heard (consumer, id) values ($1, $2) on conflict do nothing returning id',
    [consumer, id],
  );
  return rows.length > 0;
};

/** Forgets what was heard of events made before that time (milliseconds since the epoch). */
export const forgetHeard = async (source: DataSource, before: number): Promise<void> => {
  await forget(source, [leastIdAt(before)]);
};

/** How many events wait to be published, and since when the oldest does (milliseconds since the epoch). */
export const outboxBacklog = async (source: DataSource): Promise<{ waiting: number; since?: number }> => {
  const [{ waiting: count, oldest }] = await waiting(source, []);
  return oldest === null ? { waiting: count } : { waiting: count, since: parseInt(oldest.slice(0, 12), 16) };
};
