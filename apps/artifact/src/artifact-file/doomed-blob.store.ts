import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, Raw, type EntityManager } from 'typeorm';
import { DoomedBlobRow } from './doomed-blob.entity.js';

/** An upload waits so long for a removal that is under way, and looks so often (ms). */
const patience = 5_000;
const step = 100;

/**
 * The blobs that somebody is removing from a store whose removals linger. A blob is doomed under its lock, before its
 * removal is asked for, and no longer when that was answered. What was not answered may still happen: so nobody refers
 * to a doomed blob, even where the store says that it is there.
 */
@Injectable()
export class DoomedBlobStore {
  constructor(private readonly source: DataSource) {}

  /** Dooms a blob for so many milliseconds, and answers until when; undefined: it is doomed already. It is locked. */
  async doom(tx: EntityManager, digest: string, lingers: number): Promise<string | undefined> {
    const row = { digest, until: () => `now() + interval '${lingers} milliseconds'` };
    const { raw } = (await tx
      .createQueryBuilder()
      .insert()
      .into(DoomedBlobRow)
      .values(row)
      .orIgnore()
      .returning('until::text')
      .execute()) as { raw: { until: string }[] };
    return raw[0]?.until;
  }

  /** The removal was answered, or not asked for. When `until` was long ago another may have doomed the blob anew. */
  async settle(digest: string, until: string): Promise<void> {
    await this.source.manager.delete(DoomedBlobRow, {
      digest,
      until: Raw((column) => `${column} = :until`, { until }),
    });
  }

  async forgetExpired(): Promise<void> {
    await this.source.createQueryBuilder().delete().from(DoomedBlobRow).where('until < now()').execute();
  }

  /** Waits a little until a removal that is under way is over. */
  async over(digest: string): Promise<void> {
    for (const end = Date.now() + patience; Date.now() < end; await sleep(step))
      if (!(await this.isDoomed(this.source.manager, digest))) return;
  }

  /** The blob is locked. @throws DomainError `unavailable` while it is doomed */
  async refuseDoomed(tx: EntityManager, digest: string): Promise<void> {
    if (await this.isDoomed(tx, digest))
      throw DomainError.unavailable('the storage has not said whether it has removed these bytes, try again');
  }

  private isDoomed(manager: EntityManager, digest: string): Promise<boolean> {
    return manager.existsBy(DoomedBlobRow, { digest, until: Raw((column) => `${column} > now()`) });
  }
}
