import type { ServiceObject } from '@holdfast/platform/service-host';
import { accountList } from '../account/account.store.js';
import { AccountOperatorService } from './account-operator.service.js';
import { CollaboratorService } from './collaborator.service.js';
import { PersonAccounts } from './person-accounts.js';
import { UserService } from './user.service.js';

export const person = {
  services: [AccountOperatorService, UserService, CollaboratorService],
  parts: [PersonAccounts],
  lists: { user: accountList, collaborator: accountList },
} satisfies ServiceObject;
