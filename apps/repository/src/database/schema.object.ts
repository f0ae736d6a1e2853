import type { ServiceObject } from '@holdfast/platform/service-host';
import { Catalogue1763600000000 } from './migrations/1763600000000-catalogue.migration.js';
import { NoUuidAsId1763720000000 } from './migrations/1763720000000-no-uuid-as-id.migration.js';
import { Storage1763750000000 } from './migrations/1763750000000-storage.migration.js';
import { Audit1763760000000 } from './migrations/1763760000000-audit.migration.js';
import { Events1763790000000 } from './migrations/1763790000000-events.migration.js';
import { ProjectIds1763810000000 } from './migrations/1763810000000-project-ids.migration.js';
import { Groups1763930000000 } from './migrations/1763930000000-groups.migration.js';
import { Pushes1763940000000 } from './migrations/1763940000000-pushes.migration.js';
import { Forks1764000000000 } from './migrations/1764000000000-forks.migration.js';
import { BranchPatterns1764010000000 } from './migrations/1764010000000-branch-patterns.migration.js';
import { PathLocks1764020000000 } from './migrations/1764020000000-path-locks.migration.js';
import { Layouts1764030000000 } from './migrations/1764030000000-layouts.migration.js';
import { Moves1764070000000 } from './migrations/1764070000000-moves.migration.js';
import { StorageNodes1764060000000 } from './migrations/1764060000000-storage-nodes.migration.js';
import { Jobs1764040000000 } from './migrations/1764040000000-jobs.migration.js';
import { Remotes1764050000000 } from './migrations/1764050000000-remotes.migration.js';
import { Care1764080000000 } from './migrations/1764080000000-care.migration.js';
import { NodeProcesses1764095000000 } from './migrations/1764095000000-node-processes.migration.js';
import { RemoteVersions1764097000000 } from './migrations/1764097000000-remote-versions.migration.js';

export const schema = {
  migrations: [
    Catalogue1763600000000,
    NoUuidAsId1763720000000,
    Storage1763750000000,
    Audit1763760000000,
    Events1763790000000,
    ProjectIds1763810000000,
    Groups1763930000000,
    Pushes1763940000000,
    Forks1764000000000,
    BranchPatterns1764010000000,
    PathLocks1764020000000,
    Layouts1764030000000,
    StorageNodes1764060000000,
    Jobs1764040000000,
    Moves1764070000000,
    Remotes1764050000000,
    Care1764080000000,
    NodeProcesses1764095000000,
    RemoteVersions1764097000000,
  ],
} satisfies ServiceObject;
