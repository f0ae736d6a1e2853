import { identityCalls, type AccountIds, type AccountIdsAnswer } from '@holdfast/contracts';
import { DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { AccountStore } from './account.store.js';

const mostAccounts = 1_000;

/** Tells services that have uuids of accounts what the accounts are called now. */
@Controller()
export class AccountIdsService {
  constructor(private readonly accounts: AccountStore) {}

  @HandlesCall(identityCalls.accountIds)
  async ids(_ctx: CallContext, { company, accounts }: AccountIds): Promise<AccountIdsAnswer> {
    if (accounts.length > mostAccounts || ![company, ...accounts].every(isUuid))
      throw DomainError.invalid({ accounts: { invalid: true } });
    const found = await this.accounts.idsOf(company, accounts);
    return { ids: Object.fromEntries(found.map(({ uuid, id }) => [uuid, id])) };
  }
}
