import { sshKeyOperations, type Input, type PlainInput } from '@holdfast/contracts';
import { actor, DomainError, type CallContext } from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { holdAccount } from '../account/held-account.query.js';
import { AccountSshKeys, type KeyedAccount } from './account-ssh-keys.js';

/** The caller's own keys. */
@Controller()
export class SshKeyService {
  constructor(private readonly keys: AccountSshKeys) {}

  @Handles(sshKeyOperations.list)
  list(ctx: CallContext, { list }: PlainInput) {
    return this.keys.list(callerOf(ctx), list);
  }

  @Handles(sshKeyOperations.show)
  show(ctx: CallContext, { id }: PlainInput) {
    return this.keys.show(callerOf(ctx), id);
  }

  @Handles(sshKeyOperations.create)
  create(ctx: CallContext, input: Input<typeof sshKeyOperations.create>) {
    return this.keys.create(ctx, callerOf(ctx), input);
  }

  @Handles(sshKeyOperations.update)
  update(ctx: CallContext, input: Input<typeof sshKeyOperations.update>) {
    return this.keys.update(ctx, callerOf(ctx), input);
  }

  @Handles(sshKeyOperations.delete)
  delete(ctx: CallContext, { id }: PlainInput) {
    return this.keys.delete(ctx, callerOf(ctx), id);
  }
}

const callerOf = (ctx: CallContext): KeyedAccount => {
  const { company, account } = actor(ctx);
  return {
    company: company.uuid,
    account: account.uuid,
    hold: async (tx) => {
      if (!(await holdAccount(tx, account.uuid))) throw new DomainError('unauthenticated');
    },
  };
};
