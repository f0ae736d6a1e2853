import type { ServiceObject } from '@holdfast/platform/service-host';
import { CatalogueService } from './catalogue.service.js';
import { DefaultIdentifiers } from './default-identifiers.js';
import { RepositoryMoveRow } from './repository-move.entity.js';
import { RepositoryMoveStore } from './repository-move.store.js';
import { RepositoryPushRow } from './repository-push.entity.js';
import { RepositoryRow } from './repository.entity.js';
import { RepositoryStore } from './repository.store.js';

export const catalogue = {
  rows: [RepositoryRow, RepositoryMoveRow, RepositoryPushRow],
  services: [CatalogueService],
  parts: [DefaultIdentifiers, RepositoryMoveStore, RepositoryStore],
} satisfies ServiceObject;
