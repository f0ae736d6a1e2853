import type { ServiceObject } from '@holdfast/platform/service-host';
import { BranchPatternStore, protectedBranchList } from './branch-pattern.store.js';
import { ProtectedBranchRelations } from './protected-branch-relations.js';
import { ProtectedBranchService } from './protected-branch.service.js';

export const protectedBranch = {
  services: [ProtectedBranchService],
  parts: [BranchPatternStore, ProtectedBranchRelations],
  related: [ProtectedBranchRelations],
  lists: { protected_branch: protectedBranchList },
} satisfies ServiceObject;
