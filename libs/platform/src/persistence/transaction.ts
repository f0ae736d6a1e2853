import type { DataSource, EntityManager } from 'typeorm';

const retriable = new Set(['40001', '40P01']);

/** Runs a use case's writes in one transaction; a serialisation failure or deadlock is tried again, three times in all. */
export const transaction = async <T>(
  source: DataSource,
  run: (tx: EntityManager) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await source.transaction(run);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (attempt === 3 || !code || !retriable.has(code)) throw error;
    }
  }
};
