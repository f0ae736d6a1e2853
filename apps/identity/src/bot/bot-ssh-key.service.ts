import {
  botSshKeyOperations,
  identityCalls,
  type BotAccess,
  type BotAccessAnswer,
  type Input,
  type PlainInput,
} from '@holdfast/contracts';
import { actor, botOf, DomainError, type CallContext } from '@holdfast/kernel';
import { Handles, HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { AccountStore } from '../account/account.store.js';
import { AccountSshKeys, type KeyedAccount } from '../ssh-key/account-ssh-keys.js';
import { allowKeys } from './bot.rules.js';
import { BotStore } from './bot.store.js';

/** The SSH keys of bots, for those who manage them. */
@Controller()
export class BotSshKeyService {
  constructor(
    private readonly bots: BotStore,
    private readonly accounts: AccountStore,
    private readonly keys: AccountSshKeys,
  ) {}

  @HandlesCall(identityCalls.botAccess)
  async access(ctx: CallContext, { id: name }: BotAccess): Promise<BotAccessAnswer> {
    const caller = actor(ctx);
    const row = await this.bots.find(caller, name === 'me' ? caller.account.uuid : name);
    if (!row) return {};
    const { uuid, id, ownerUuid, companyAdmin } = row;
    const owner = ownerUuid === null ? {} : { owner: ownerUuid };
    return { bot: { uuid, id, deleted: row.deletedAt !== null, ...owner, companyAdmin } };
  }

  @Handles(botSshKeyOperations.list_of_bot)
  list(ctx: CallContext, { list }: PlainInput) {
    return this.keys.list(this.botOf(ctx), list);
  }

  @Handles(botSshKeyOperations.show_of_bot)
  show(ctx: CallContext, { id }: PlainInput) {
    return this.keys.show(this.botOf(ctx), id);
  }

  @Handles(botSshKeyOperations.create_of_bot)
  create(ctx: CallContext, input: Input<typeof botSshKeyOperations.create_of_bot>) {
    if (botOf(ctx).deleted) throw DomainError.deactivated();
    return this.keys.create(ctx, this.botOf(ctx), input);
  }

  @Handles(botSshKeyOperations.update_of_bot)
  update(ctx: CallContext, input: Input<typeof botSshKeyOperations.update_of_bot>) {
    return this.keys.update(ctx, this.botOf(ctx), input);
  }

  @Handles(botSshKeyOperations.delete_of_bot)
  delete(ctx: CallContext, { id }: PlainInput) {
    return this.keys.delete(ctx, this.botOf(ctx), id);
  }

  /** Who manages it may have changed since the caller was let in. */
  private botOf(ctx: CallContext): KeyedAccount {
    const caller = actor(ctx);
    const { uuid } = botOf(ctx);
    return {
      company: caller.company.uuid,
      account: uuid,
      hold: async (tx) => {
        const bot = await this.accounts.lock(tx, uuid);
        if (!bot) throw DomainError.notFound();
        if (bot.deletedAt) throw DomainError.deactivated();
        allowKeys(caller, bot);
      },
    };
  }
}
