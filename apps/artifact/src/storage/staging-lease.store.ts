import { heldOf, type Wanted } from '@holdfast/platform/leases';
import { Injectable } from '@nestjs/common';
import { Any, DataSource, type EntityManager } from 'typeorm';
import { limitLock } from '../artifact-file/place.js';
import { UsageRow } from '../artifact-file/usage.entity.js';
import { lockedTransaction } from '../database/locked-transaction.js';
import { StagingLeaseRow } from './staging-lease.entity.js';

/** How long a lease lives without being renewed. */
const expiresAt = (): string => `now() + interval '1 minute'`;

/** Every query on the room that uploads hold under the limit of the installation. */
@Injectable()
export class StagingLeaseStore {
  constructor(private readonly source: DataSource) {}

  /** Sets what a lease holds of so many bytes for all files and all leases; undefined: it does not fit. */
  hold(lease: string, limit: number, wanted: Wanted): Promise<number | undefined> {
    return lockedTransaction(this.source, [limitLock], async (tx) => {
      const held = heldOf(limit - (await taken(tx, lease)), wanted);
      if (held !== undefined)
        await tx.upsert(StagingLeaseRow, { uuid: lease, bytes: String(held), expiresAt }, ['uuid']);
      return held;
    });
  }

  async renew(leases: readonly string[]): Promise<void> {
    await this.source.manager.update(StagingLeaseRow, { uuid: Any(leases) }, { expiresAt });
  }

  /** What expired long ago goes as well; a process that was cut off for less may still renew it. */
  async end(lease: string): Promise<void> {
    await this.source
      .createQueryBuilder()
      .delete()
      .from(StagingLeaseRow)
      .where(`uuid = :lease or expires_at < now() - interval '1 hour'`, { lease })
      .execute();
  }
}

/** Bytes of all files, and of all leases but this one. */
const taken = async (tx: EntityManager, lease: string): Promise<number> => {
  const bytes = await tx
    .createQueryBuilder(StagingLeaseRow, 'l')
    .select('coalesce(sum(l.bytes), 0)', 'leased')
    .addSelect((all) => all.select('coalesce(sum(u.bytes), 0)').from(UsageRow, 'u'), 'stored')
    .where('l.uuid <> :lease and l.expiresAt > now()', { lease })
    .getRawOne<{ leased: string; stored: string }>();
  return Number(bytes?.leased) + Number(bytes?.stored);
};
