import type { CallContext } from '@holdfast/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { transaction } from '../transaction.js';
import { recordChange } from './audit-record.store.js';
import type { AuditOptions, Changed } from './performed.js';

/**
 * Does the writes of an operation in one transaction, as `transaction` does, and records in it who did it. `run`
 * answers the object that it has changed. Undefined: it has changed nothing, and nothing is recorded.
 */
export const audited = <T extends Changed | undefined>(
  source: DataSource,
  ctx: CallContext,
  run: (tx: EntityManager) => Promise<T>,
  options: AuditOptions<NonNullable<T>> = {},
): Promise<T> =>
  transaction(source, async (tx) => {
    const changed = await run(tx);
    if (changed) await recordChange(tx, ctx, changed, options);
    return changed;
  });
