import type { ServiceObject } from '@holdfast/platform/service-host';
import { CommitCreationService } from './commit-creation.service.js';
import { CommitPublisher } from './commit-publisher.js';
import { CommitViews } from './commit-views.js';
import { CommitService } from './commit.service.js';
import { Contents } from './contents.js';
import { KeptContents } from './kept-contents.js';
import { Verifications } from './verifications.js';

export const commit = {
  services: [CommitService, CommitCreationService],
  parts: [CommitPublisher, CommitViews, Contents, KeptContents, Verifications],
} satisfies ServiceObject;
