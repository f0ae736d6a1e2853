import { heldOf, type Wanted } from '@holdfast/platform/leases';
import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { limitLock } from '../artifact-file/place.js';
import { lockedTransaction } from '../database/locked-transaction.js';

const lifetime = `interval '1 minute'`;

const renew = statement<never>(
  'staging_lease_renew',
  `update staging_lease set expires_at = now() + ${lifetime} where uuid = any($1::uuid[])`,
);
const end = statement<never>(
  'staging_lease_end',
  `delete from staging_lease where uuid = $1 or expires_at < now() - interval '1 hour'`,
);

/** Every query on the room that uploads hold under the limit of the installation. */
@Injectable()
export class StagingLeaseStore {
  constructor(private readonly source: DataSource) {}

  /** Sets what a lease holds of so many bytes for all files and all leases; undefined: it does not fit. */
  hold(lease: string, limit: number, wanted: Wanted): Promise<number | undefined> {
    return lockedTransaction(this.source, [limitLock], async (connection) => {
      const { rows } = await connection.query<{ bytes: string }>({
        name: 'staging_lease_others',
        text: `select (select coalesce(sum(bytes), 0) from usage) + coalesce(sum(bytes), 0) as bytes
                 from staging_lease where uuid <> $1 and expires_at > now()`,
        values: [lease],
      });
      const held = heldOf(limit - Number(rows[0].bytes), wanted);
      if (held !== undefined)
        await connection.query({
          name: 'staging_lease_hold',
          text: `insert into staging_lease (uuid, bytes, expires_at) values ($1, $2, now() + ${lifetime})
                 on conflict (uuid) do update set bytes = excluded.bytes, expires_at = excluded.expires_at`,
          values: [lease, held],
        });
      return held;
    });
  }

  async renew(leases: readonly string[]): Promise<void> {
    await renew(this.source, [leases]);
  }

  async end(lease: string): Promise<void> {
    await end(this.source, [lease]);
  }
}
