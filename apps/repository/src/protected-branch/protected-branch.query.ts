import { columnsOf, statement } from '@holdfast/platform/persistence';
import { BranchPatternRow } from '../branch/branch-pattern.entity.js';

// By hand: what is read of each parent laterally is nothing that QueryBuilder can say.
export const countPatterns = statement<{ repository: string; count: number }>(
  'branch_pattern_counts',
  `select x.repository, count(*)::int as count from repository.branch_pattern x
     where x.repository = any($1) group by x.repository`,
);
/** The first ones of each repository by id. */
export const firstPatterns = statement<BranchPatternRow>(
  'branch_patterns_of_each',
  `select x.* from unnest($1::uuid[]) as parent(uuid) cross join lateral (
     select ${columnsOf(BranchPatternRow, 'x')} from repository.branch_pattern x
     where x.repository = parent.uuid order by x.id limit $2) x`,
);
