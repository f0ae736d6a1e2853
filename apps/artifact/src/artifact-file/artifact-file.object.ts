import type { ServiceObject } from '@holdfast/platform/service-host';
import { DirectoryRow } from './directory.entity.js';
import { DoomedBlobRow } from './doomed-blob.entity.js';
import { DoomedBlobStore } from './doomed-blob.store.js';
import { FileIndexRow } from './file-index.entity.js';
import { FileIndexStore } from './file-index.store.js';
import { FileRow } from './file.entity.js';
import { FileStore } from './file.store.js';
import { FreedBytes } from './freed-bytes.js';
import { HeldChecksumRow } from './held-checksum.entity.js';
import { HeldChecksumStore } from './held-checksum.store.js';
import { IndexEvents } from './index-events.js';
import { MemberFileStore } from './member-file.store.js';
import { MemberIndexStore } from './member-index.store.js';
import { UsageRow } from './usage.entity.js';
import { UsageStore } from './usage.store.js';

export const artifactFile = {
  rows: [DirectoryRow, DoomedBlobRow, FileRow, FileIndexRow, HeldChecksumRow, UsageRow],
  parts: [
    DoomedBlobStore,
    FileIndexStore,
    FileStore,
    FreedBytes,
    HeldChecksumStore,
    IndexEvents,
    MemberFileStore,
    MemberIndexStore,
    UsageStore,
  ],
} satisfies ServiceObject;
