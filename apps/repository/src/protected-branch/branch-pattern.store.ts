import { timedId, uuidv7, type CallContext, type ListQuery, type Page } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { columnsOf, idOrUuid, listPage, reserving, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BranchPatternRow } from '../branch/branch-pattern.entity.js';

export const protectedBranchList: ListSource = {
  name: 'protected_branches',
  rows: (source) => source.createQueryBuilder(BranchPatternRow, 'x').select(columnsOf(BranchPatternRow, 'x')),
  columns: {
    id: 'x.id',
    pattern: 'x.pattern',
    created_at: 'x.created_at',
    updated_at: 'x.updated_at',
    uuid: 'x.uuid',
  },
  // The column is in the order of bytes, by which only ASCII has a case.
  search: { pattern: 'x.pattern collate "default"' },
  updatedAt: 'x.updated_at',
};

/** The patterns as rows. Whoever writes them brings `ProtectedBranchStore` in step. */
@Injectable()
export class BranchPatternStore {
  constructor(private readonly source: DataSource) {}

  list(repository: string, query: ListQuery): Promise<Page<BranchPatternRow>> {
    return listPage(this.source, protectedBranchList, query, [
      { sql: 'x.repository = :repository', parameters: { repository } },
    ]);
  }

  async find(repository: string, name: string): Promise<BranchPatternRow | undefined> {
    const found = await this.source
      .getRepository(BranchPatternRow)
      .findOneBy({ repository, ...idOrUuid(name) });
    return found ?? undefined;
  }

  /** @throws DomainError `reserved` on `pattern` */
  insert(
    ctx: CallContext,
    given: Pick<BranchPatternRow, 'repository' | 'pattern' | 'creator'>,
  ): Promise<BranchPatternRow> {
    const now = new Date();
    const row = { ...given, uuid: uuidv7(), id: timedId(), createdAt: now, updatedAt: now };
    return unique(() =>
      audited(this.source, ctx, async (tx) => {
        await tx.insert(BranchPatternRow, row);
        return row;
      }),
    );
  }

  /** @throws DomainError as `insert` */
  change(ctx: CallContext, row: BranchPatternRow, pattern: string): Promise<BranchPatternRow> {
    const changes = { pattern, updatedAt: new Date() };
    return unique(() =>
      audited(this.source, ctx, async (tx) => {
        await tx.update(BranchPatternRow, { uuid: row.uuid }, changes);
        return { ...row, ...changes };
      }),
    );
  }

  remove(ctx: CallContext, row: BranchPatternRow): Promise<BranchPatternRow> {
    return audited(this.source, ctx, async (tx) => {
      await tx.delete(BranchPatternRow, { uuid: row.uuid });
      return row;
    });
  }
}

const unique = <T>(write: () => Promise<T>): Promise<T> =>
  reserving({ branch_pattern_repository_pattern: 'pattern' }, write);
