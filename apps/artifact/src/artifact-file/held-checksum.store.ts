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

  /** Keeps a checksum for the file that is to come. The place is locked. */
  async hold(tx: EntityManager, place: Place, algorithm: ChecksumAlgorithm, digest: string): Promise<void> {
    const row = {
      directory: place.hash,
      name: place.name,
      algorithm,
      digest,
      expiresAt: () => `now() + interval '${heldFor}'`,
    };
    await tx.upsert(HeldChecksumRow, row, ['directory', 'name', 'algorithm']);
  }

  async drop(tx: EntityManager, { hash, name }: Place): Promise<void> {
    await tx.delete(HeldChecksumRow, { directory: hash, name });
  }

  /** However many there are, no statement has to remove all of them in its time. */
  async forgetExpired(): Promise<void> {
    let gone: unknown[];
    do gone = await forgetSome(this.source, [together]);
    while (gone.length === together);
  }
}
