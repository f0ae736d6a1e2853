import type { ChecksumAlgorithm } from '@holdfast/artifact-spi';
import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Connection } from '../database/locked-transaction.js';
import type { Place } from './place.js';

const HOLD = '1 hour';

const forgetExpired = statement('held_checksum_expire', 'delete from held_checksum where expires_at < now()');

/** Every query on checksums that wait for their file. `FileStore` reads them with the situation of a place. */
@Injectable()
export class HeldChecksumStore {
  constructor(private readonly source: DataSource) {}

  /** Keeps a checksum for the file that is to come. The place is locked. */
  async hold(
    connection: Connection,
    place: Place,
    algorithm: ChecksumAlgorithm,
    digest: string,
  ): Promise<void> {
    await connection.query({
      name: 'held_checksum_hold',
      text: `insert into held_checksum (directory, name, algorithm, digest, expires_at)
        values ($1, $2, $3, $4, now() + interval '${HOLD}')
        on conflict (directory, name, algorithm) do update
          set digest = excluded.digest, expires_at = excluded.expires_at`,
      values: [place.hash, place.name, algorithm, digest],
    });
  }

  async drop(connection: Connection, { hash, name }: Place): Promise<void> {
    await connection.query({
      name: 'held_checksum_drop',
      text: 'delete from held_checksum where directory = $1 and name = $2',
      values: [hash, name],
    });
  }

  async forgetExpired(): Promise<void> {
    await forgetExpired(this.source, []);
  }
}
