import type { ServiceObject } from '@holdfast/platform/service-host';
import { Files1763600000000 } from './migrations/1763600000000-files.migration.js';
import { Storage1763750000000 } from './migrations/1763750000000-storage.migration.js';
import { Audit1763760000000 } from './migrations/1763760000000-audit.migration.js';
import { Contributions1763800000000 } from './migrations/1763800000000-contributions.migration.js';
import { Events1763820000000 } from './migrations/1763820000000-events.migration.js';
import { Paths1763910000000 } from './migrations/1763910000000-paths.migration.js';
import { AddedVersions1764040000000 } from './migrations/1764040000000-added-versions.migration.js';
import { DoomedBlobs1764098000000 } from './migrations/1764098000000-doomed-blobs.migration.js';
import { Copies1764100000000 } from './migrations/1764100000000-copies.migration.js';
import { FormerCopies1764100000001 } from './migrations/1764100000001-former-copies.migration.js';
import { StoreOwner1764101000000 } from './migrations/1764101000000-store-owner.migration.js';
import { BlobMoves1764102000000 } from './migrations/1764102000000-blob-moves.migration.js';
import { HeldBy1764103000000 } from './migrations/1764103000000-held-by.migration.js';
import { RestoredFiles1764104000000 } from './migrations/1764104000000-restored-files.migration.js';
import { FullDirectories1764105000000 } from './migrations/1764105000000-full-directories.migration.js';

export const schema = {
  migrations: [
    Files1763600000000,
    Storage1763750000000,
    Audit1763760000000,
    Contributions1763800000000,
    Events1763820000000,
    Paths1763910000000,
    AddedVersions1764040000000,
    DoomedBlobs1764098000000,
    Copies1764100000000,
    FormerCopies1764100000001,
    StoreOwner1764101000000,
    BlobMoves1764102000000,
    HeldBy1764103000000,
    RestoredFiles1764104000000,
    FullDirectories1764105000000,
  ],
} satisfies ServiceObject;
