import type { DataSource, EntityManager } from 'typeorm';
import { eventsCommitted } from './events/event-outbox.store.js';
import { hasRecorded } from './events/event-record.store.js';

const retriable = new Set(['40001', '40P01']);

/**
 * Runs a use case's writes in one transaction; a serialisation failure or deadlock is tried again, three times in all.
 * Events that were recorded in it are published soon after.
 */
export const transaction = async <T>(
  source: DataSource,
  run: (tx: EntityManager) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      let recorded = false;
      const result = await source.transaction(async (tx) => {
        const done = await run(tx);
        recorded = hasRecorded(tx);
        return done;
      });
      if (recorded) eventsCommitted(source);
      return result;
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt === 3 || !code || !retriable.has(code)) throw error;
    }
  }
};
