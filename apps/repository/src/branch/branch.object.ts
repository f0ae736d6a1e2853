import type { ServiceObject } from '@holdfast/platform/service-host';
import { BranchChanges } from './branch-changes.js';
import { BranchPatternRow } from './branch-pattern.entity.js';
import { BranchChildren } from './branch-children.js';
import { BranchChildrenService } from './branch-children.service.js';
import { BranchService } from './branch.service.js';
import { CommitTimes } from './commit-times.js';
import { HeadMover } from './head-mover.js';
import { ProtectedBranchRow } from './protected-branch.entity.js';
import { ProtectedBranchStore } from './protected-branch.store.js';
import { PushesInFlight } from './pushes-in-flight.js';
import { RefLists } from './ref-lists.js';
import { RefRules } from './ref-rules.js';
import { RefTurns } from './ref-turns.js';

export const branch = {
  rows: [ProtectedBranchRow, BranchPatternRow],
  services: [BranchService, BranchChildrenService],
  parts: [
    BranchChanges,
    BranchChildren,
    CommitTimes,
    HeadMover,
    ProtectedBranchStore,
    PushesInFlight,
    RefLists,
    RefRules,
    RefTurns,
  ],
  related: [BranchChildren],
} satisfies ServiceObject;
