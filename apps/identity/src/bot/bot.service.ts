import { botOperations, lockAgainst, type Input } from '@holdfast/contracts';
import { actor, DomainError, pageOf, type CallContext, type Principal } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access/access-events.js';
import { AccountEnd } from '../account/account-end.js';
import { AccountStore, type AccountChange } from '../account/account.store.js';
import { SessionStore } from '../session/session.store.js';
import type { OwnedAccount } from './bot.query.js';
import { allowBotGrants, allowManage, allowUpdate } from './bot.rules.js';
import { BotStore } from './bot.store.js';
import { botView } from './bot.view.js';

@Controller()
export class BotService {
  constructor(
    private readonly source: DataSource,
    private readonly bots: BotStore,
    private readonly accounts: AccountStore,
    private readonly sessions: SessionStore,
    private readonly end: AccountEnd,
    private readonly events: AccessEvents,
  ) {}

  @Handles(botOperations.list)
  async list(ctx: CallContext, { list }: Input) {
    return pageOf(await this.bots.list(actor(ctx), list), botView);
  }

  @Handles(botOperations.show)
  async show(ctx: CallContext, { id }: Input) {
    return botView(await this.found(actor(ctx), id));
  }

  /** Its maker is its owner; the account key is answered this once. */
  @Handles(botOperations.create)
  async create(ctx: CallContext, { values, sent, problems }: Input) {
    const caller = actor(ctx);
    allowBotGrants(caller, { company_admin: false }, sent);
    const given = values as AccountChange & { id: string };
    if (given.id !== undefined && (await this.accounts.taken(caller.company.uuid, { id: given.id })).id)
      problems.add('id', { reserved: true });
    problems.throwIfAny();
    const { uuid, key } = await audited(this.source, ctx, async (tx) => {
      const bot = await this.accounts.insert(tx, {
        ...given,
        company_uuid: caller.company.uuid,
        type: 'bot',
        email: '',
        owner_uuid: caller.account.uuid,
      });
      return { id: bot.id, uuid: bot.uuid, key: (await this.sessions.mint(tx, bot.uuid, '')).key };
    });
    return { ...botView(await this.found(caller, uuid)), account_key: key };
  }

  @Handles(botOperations.update)
  async update(ctx: CallContext, { id, values, sent, problems }: Input) {
    const caller = actor(ctx);
    const shown = await this.found(caller, id);
    allowUpdate(caller, shown, sent);
    allowBotGrants(caller, shown, sent);
    if (shown.deleted_at) throw DomainError.deactivated();
    lockAgainst(botOperations.update, sent, botView(shown), problems);
    problems.throwIfAny();
    const change = values as AccountChange;
    if (Object.keys(change).length > 0) {
      await audited(this.source, ctx, async (tx) =>
        this.accounts.update(tx, await this.held(tx, shown), change),
      );
      this.tell(shown);
    }
    return botView(await this.found(caller, shown.uuid));
  }

  @Handles(botOperations.delete)
  async delete(ctx: CallContext, { id }: Input) {
    const shown = await this.managed(actor(ctx), id);
    const row = await audited(this.source, ctx, async (tx) => {
      const now = await this.held(tx, shown);
      await this.end.of(tx, now.uuid);
      return this.accounts.deactivate(tx, now);
    });
    this.tell(shown);
    return botView({ ...shown, ...row });
  }

  /** The old key ends at once. */
  @Handles(botOperations.replace_key)
  async replaceKey(ctx: CallContext, { params }: Input) {
    const shown = await this.managed(actor(ctx), params.id);
    const { key } = await audited(this.source, ctx, async (tx) => {
      const { id, uuid } = await this.held(tx, shown);
      await this.sessions.endAll(tx, uuid);
      return { id, uuid, key: (await this.sessions.mint(tx, uuid, '')).key };
    });
    this.tell(shown);
    return { ...botView(shown), account_key: key };
  }

  /** By id or uuid; `me` is the caller. */
  private async found(caller: Principal, id: string): Promise<OwnedAccount> {
    const row = await this.bots.find(caller, id === 'me' ? caller.account.uuid : id);
    if (!row) throw DomainError.notFound();
    return row;
  }

  private async managed(caller: Principal, id: string): Promise<OwnedAccount> {
    const row = await this.found(caller, id);
    allowManage(caller, row);
    if (row.deleted_at) throw DomainError.deactivated();
    return row;
  }

  private async held(tx: EntityManager, { uuid }: OwnedAccount) {
    const row = await this.accounts.lock(tx, uuid);
    if (!row) throw DomainError.notFound();
    if (row.deleted_at) throw DomainError.deactivated();
    return row;
  }

  private tell({ company_uuid, uuid }: OwnedAccount): void {
    this.events.changed({ company: company_uuid, accounts: [uuid] });
  }
}
