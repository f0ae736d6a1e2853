import type { ProtectedBranch, View } from '@holdfast/contracts';
import { timestamp, type RepositoryScope } from '@holdfast/kernel';
import type { BranchPatternRow } from '../branch/branch-pattern.entity.js';

/** A pattern as the API shows it, without `api_status` and `api_timestamp`. */
export const protectedBranchView = (
  row: BranchPatternRow,
  { id, uuid }: Pick<RepositoryScope, 'id' | 'uuid'>,
): ProtectedBranchView => ({
  id: row.id,
  uuid: row.uuid,
  pattern: row.pattern,
  repository: { id, uuid },
  creator: { uuid: row.creator },
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
});

export type ProtectedBranchView = View<typeof ProtectedBranch>;
