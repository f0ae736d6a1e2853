import type { DataSource, EntityManager } from 'typeorm';
import { eventsCommitted } from './events/event-outbox.store.js';
import { hasRecorded } from './events/event-record.store.js';

const retriable = new Set(['40001', '40P01']);

/**
 * Does the writes of a use case in one transaction. After a deadlock or a serialisation failure, `run` is called again,
 * at most three times in all. Events that it has recorded are published soon afterwards.
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
