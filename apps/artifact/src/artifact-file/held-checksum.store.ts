import type { ChecksumAlgorithm } from '@holdfast/artifact-spi';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { HeldChecksumRow } from './held-checksum.entity.js';
import { forgetSome } from './held-checksum.query.js';
import type { Place } from './place.js';

const heldFor = '1 hour';
/** So many rows are removed by one statement. */
const together = 5_000;

/** Every query on checksums that wait for their file. `FileStore` reads them with the situation of a place. */
@Injectable()
export class HeldChecksumStore {
  constructor(private readonly source: DataSource) {}

  /**
   * Keeps a checksum for the file that is to come from the same account, instead of what another one sent. The place is
   * locked.
   */
  async hold(
    tx: EntityManager,
    place: Place,
    { algorithm, digest, account }: { algorithm: ChecksumAlgorithm; digest: string; account: string },
  ): Promise<void> {
    const row = {
      directory: place.hash,
      name: place.name,
      algorithm,
      digest,
      expiresAt: () => `now() + interval '${heldFor}'`,
      createdBy: account,
    };
    await tx.upsert(HeldChecksumRow, row, ['directory', 'name', 'algorithm']);
  }

  /** Forgets what the account sent. The place is locked. */
  async drop(tx: EntityManager, { hash, name }: Place, account: string): Promise<void> {
    await tx.delete(HeldChecksumRow, { directory: hash, name, createdBy: account });
  }

  /** However many there are, no statement has to remove all of them in its time. */
  async forgetExpired(): Promise<void> {
    let gone: unknown[];
    do gone = await forgetSome(this.source, [together]);
    while (gone.length === together);
  }
}
