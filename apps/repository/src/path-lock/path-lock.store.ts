import type { AuditRecord } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { changeTurns, keepRecord } from '@holdfast/platform/audit';
import { transaction, uniqueViolation } from '@holdfast/platform/persistence';
import type { LockFilter } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import { PathLockRow } from './path-lock.entity.js';

/** Who changes something, and until when that is waited for (ms since 1970). */
interface ChangeContext extends Pick<CallContext, 'principal' | 'deadline'> {
  /** Asked in the turn of the change. It throws where he may not make it any more. */
  stands: () => Promise<void>;
}

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
  async insert(ctx: ChangeContext, row: PathLockRow, record: AuditRecord): Promise<boolean> {
    try {
      await this.change(ctx, async (tx) => {
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
  async remove(ctx: ChangeContext, { repository, id }: PathLockRow, record: AuditRecord): Promise<boolean> {
    return this.change(ctx, async (tx) => {
      const { affected } = await tx.delete(PathLockRow, { repository, id });
      if (!affected) return false;
      await keepRecord(tx, record);
      return true;
    });
  }

  private change<T>(ctx: ChangeContext, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return changeTurns(this.source).run(ctx, async () => {
      await ctx.stands();
      return transaction(this.source, work);
    });
  }
}
