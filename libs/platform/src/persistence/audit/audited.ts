import type { CallContext } from '@holdfast/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { transaction } from '../transaction.js';
import { recordChange } from './audit-record.store.js';
import { changeTurns } from './change-turns.js';
import type { AuditOptions, Changed } from './performed.js';

/**
 * Does the writes of an operation in one transaction, as `transaction` does, and records in it who did it. `run`
 * answers the object that it has changed. Undefined: it has changed nothing, and nothing is recorded. It waits for the
 * turn of its caller, and may not be called within another change of his.
 * @throws DomainError `unavailable` where his turn does not come
 */
export const audited = <T extends Changed | undefined>(
  source: DataSource,
  ctx: CallContext,
  run: (tx: EntityManager) => Promise<T>,
  options: AuditOptions<NonNullable<T>> = {},
): Promise<T> =>
  changeTurns(source).run(ctx, () =>
    transaction(source, async (tx) => {
      const changed = await run(tx);
      if (changed) await recordChange(tx, ctx, changed, options);
      return changed;
    }),
  );
