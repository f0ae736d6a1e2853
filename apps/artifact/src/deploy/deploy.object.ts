import type { ServiceObject } from '@holdfast/platform/service-host';
import { IndexMemory } from '../turns/index-memory.js';
import { ReadingTurns } from '../turns/reading-turns.js';
import { ChecksumUpload } from './checksum-upload.js';
import { DeployRight } from './deploy-right.js';
import { FileUpload } from './file-upload.js';
import { IndexUpload } from './index-upload.js';
import { RecentChanges } from './recent-changes.js';
import { UploadService } from './upload.service.js';

export const deploy = {
  parts: [
    ChecksumUpload,
    DeployRight,
    FileUpload,
    IndexMemory,
    IndexUpload,
    ReadingTurns,
    RecentChanges,
    UploadService,
  ],
} satisfies ServiceObject;
