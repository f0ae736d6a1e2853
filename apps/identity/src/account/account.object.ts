import type { ServiceObject } from '@holdfast/platform/service-host';
import { accountRelations } from './account-relations.js';
import { AccountIdsService } from './account-ids.service.js';
import { AccountRow } from './account.entity.js';
import { AccountStore } from './account.store.js';
import { HashTurns } from './hash-turns.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordStanding } from './password-standing.js';

export const account = {
  rows: [AccountRow],
  services: [AccountIdsService],
  parts: [AccountStore, HashTurns, PasswordHasher, PasswordStanding],
  related: [accountRelations],
} satisfies ServiceObject;
