import type { ServiceObject } from '@holdfast/platform/service-host';
import { CareService } from './care.service.js';
import { DamageStore } from './damage.store.js';
import { RepositoryDamageRow } from './repository-damage.entity.js';
import { Scrub } from './scrub.js';
import { CareWork } from './care-work.js';

export const care = {
  rows: [RepositoryDamageRow],
  services: [CareService],
  parts: [DamageStore, Scrub, CareWork],
} satisfies ServiceObject;
