import type { ServiceObject } from '@holdfast/platform/service-host';
import { AccountEnd } from './account-end.js';
import { AccountOperatorService } from './account-operator.service.js';
import { accountRelations } from './account-relations.js';
import { AccountRow } from './account.entity.js';
import { AccountStore, accountList } from './account.store.js';
import { CollaboratorService } from './collaborator.service.js';
import { HashTurns } from './hash-turns.js';
import { PasswordHasher } from './password-hasher.js';
import { PersonAccounts } from './person-accounts.js';
import { UserService } from './user.service.js';

export const account = {
  rows: [AccountRow],
  services: [AccountOperatorService, UserService, CollaboratorService],
  parts: [AccountEnd, AccountStore, HashTurns, PasswordHasher, PersonAccounts],
  related: [accountRelations],
  lists: { user: accountList, collaborator: accountList },
} satisfies ServiceObject;
