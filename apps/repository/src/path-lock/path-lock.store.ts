import type { AuditRecord } from '@holdfast/contracts';
import { keepRecord } from '@holdfast/platform/audit';
import { transaction, uniqueViolation } from '@holdfast/platform/persistence';
import type { LockFilter } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import { PathLockRow } from './path-lock.entity.js';

/** The locks as rows. What changes them is recorded with the change. */
@Injectable()
export class PathLockStore {
  constructor(private readonly source: DataSource) {}

  /** In the order in which they were made; one more than the limit, where there are more. */
  list(repository: string, { path, id, after, limit }: LockFilter): Promise<PathLockRow[]> {
    return this.source.getRepository(PathLockRow).find({
      where: [
        {
          repository,
          ...(path === undefined ? {} : { path }),
          ...(id === undefined ? {} : { id }),
          ...(after === undefined || id !== undefined ? {} : { id: MoreThan(after) }),
        },
      ],
      order: { id: 'asc' },
      take: limit + 1,
    });
  }

  async find(repository: string, lock: Pick<PathLockRow, 'id'> | Pick<PathLockRow, 'path'>) {
    const found = await this.source.getRepository(PathLockRow).findOneBy({ repository, ...lock });
    return found ?? undefined;
  }

  count(repository: string): Promise<number> {
    return this.source.getRepository(PathLockRow).countBy({ repository });
  }

  /** False: the path has a lock already. */
  async insert(row: PathLockRow, record: AuditRecord): Promise<boolean> {
    try {
      await transaction(this.source, async (tx) => {
        await tx.insert(PathLockRow, row);
        await keepRecord(tx, record);
      });
      return true;
    } catch (error) {
      if (uniqueViolation(error) === 'path_lock_repository_path') return false;
      throw error;
    }
  }

  /** False: somebody else has removed it. */
  async remove({ repository, id }: PathLockRow, record: AuditRecord): Promise<boolean> {
    return transaction(this.source, async (tx) => {
      const { affected } = await tx.delete(PathLockRow, { repository, id });
      if (!affected) return false;
      await keepRecord(tx, record);
      return true;
    });
  }
}
