import {
  botOperations,
  lockAgainst,
  namedBy,
  validated,
  type AuditDetail,
  type Input,
  type PlainInput,
  type Named,
} from '@holdfast/contracts';
import {
  actor,
  DomainError,
  isSameUuid,
  pageOf,
  type CallContext,
  type JsonObject,
  type Principal,
} from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { propertiesOf } from '@holdfast/platform/persistence';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { unlessAdmin } from '../account/long-reading.js';
import { AccessEvents } from '../access/access-events.js';
import { AccountEnd } from '../account-end/account-end.js';
import { botView } from '../account/bot.view.js';
import type { AccountRow } from '../account/account.entity.js';
import type { OwnedAccount } from '../account/owned-account.query.js';
import { AccountStore, type AccountChange } from '../account/account.store.js';
import { AccountNotices, causeOf } from '../mail/account-notices.js';
import { CredentialEnd } from '../password-recovery/credential-end.js';
import { NewPasswords } from '../session/new-passwords.js';
import { SessionStore } from '../session/session.store.js';
import { allowBotGrants, allowManage, allowUpdate, asksOwner, canOwn } from './bot.rules.js';
import { BotStore } from './bot.store.js';

@Controller()
export class BotService {
  constructor(
    private readonly source: DataSource,
    private readonly bots: BotStore,
    private readonly accounts: AccountStore,
    private readonly sessions: SessionStore,
    private readonly passwords: NewPasswords,
    private readonly credentials: CredentialEnd,
    private readonly end: AccountEnd,
    private readonly events: AccessEvents,
    private readonly notices: AccountNotices,
  ) {}

  @Handles(botOperations.list, { isLong: unlessAdmin })
  async list(ctx: CallContext, { list }: PlainInput) {
    return pageOf(await this.bots.list(actor(ctx), list), botView);
  }

  @Handles(botOperations.show)
  async show(ctx: CallContext, { id }: PlainInput) {
    return botView(await this.found(actor(ctx), id));
  }

  /** Its maker is its owner, or his owner if he is a bot; the account key is answered this once. */
  @Handles(botOperations.create)
  async create(ctx: CallContext, input: Input<typeof botOperations.create>) {
    const caller = actor(ctx);
    allowBotGrants(caller, { companyAdmin: false }, input.sent);
    const { id } = input.values;
    if (id !== undefined && (await this.accounts.taken(caller.company.uuid, { id })).id)
      input.problems.add('id', { reserved: true });
    const { password, ...given } = validated(input);
    const passwordHash = password ? await this.passwords.hashed(ctx, password) : null;
    const ownerUuid = await this.ownerOf(caller);
    const { uuid, key } = await audited(this.source, ctx, async (tx) => {
      const bot = await this.accounts.insert(tx, {
        ...propertiesOf(given),
        companyUuid: caller.company.uuid,
        type: 'bot',
        email: '',
        passwordHash,
        ownerUuid,
      });
      return { id: bot.id, uuid: bot.uuid, key: (await this.sessions.mint(tx, bot.uuid, '')).key };
    });
    const made = await this.found(caller, uuid);
    this.notices.newKey(uuid, 'bot_key', causeOf(ctx));
    this.notices.changed(undefined, made, causeOf(ctx));
    return { ...botView(made), account_key: key };
  }

  @Handles(botOperations.update)
  async update(ctx: CallContext, { id, values, sent, problems }: Input<typeof botOperations.update>) {
    const caller = actor(ctx);
    const shown = await this.found(caller, id);
    allowUpdate(caller, shown, sent);
    allowBotGrants(caller, shown, sent);
    if (shown.deletedAt) throw DomainError.deactivated();
    lockAgainst(botOperations.update, sent, botView(shown), problems);
    const { owner: named, password, ...rest } = values;
    const owner = named === undefined ? undefined : await this.newOwner(caller, shown, named, problems);
    if (!problems.has('owner'))
      await this.judgeOwner(shown, { owner, companyAdmin: rest.company_admin }, problems);
    problems.throwIfAny();
    const change: AccountChange = {
      ...propertiesOf(rest),
      ...(owner ? { ownerUuid: owner.uuid } : {}),
      ...(password ? { passwordHash: await this.passwords.hashed(ctx, password) } : {}),
    };
    if (Object.keys(change).length > 0) {
      // The id of the owner, also where a uuid or an object was sent.
      const detail = (): AuditDetail => (named === undefined ? {} : { owner: owner?.id ?? shown.ownerId });
      const changing = (tx: EntityManager) => this.changed(tx, caller, shown, sent, change);
      const row = await audited(this.source, ctx, changing, { detail });
      this.tell(shown);
      this.notices.changed(shown, row, causeOf(ctx));
    }
    return botView(await this.found(caller, shown.uuid));
  }

  /**
   * Company admin and owner are judged together while neither of the two accounts can change. What was no change a
   * moment ago may be one now.
   */
  private async changed(
    tx: EntityManager,
    caller: Principal,
    shown: OwnedAccount,
    sent: JsonObject,
    change: AccountChange,
  ) {
    const now = await this.held(tx, shown);
    allowUpdate(caller, now, sent);
    allowBotGrants(caller, now, sent);
    const next = { ...now, ...change };
    if (asksOwner(now, next)) {
      const owner = next.ownerUuid === null ? undefined : await this.accounts.lock(tx, next.ownerUuid);
      if (!canOwn(owner, next)) throw DomainError.invalid({ owner: { invalid: true } });
    }
    // A first password leaves the key alone; with a changed one it goes, as those of people do.
    if (now.passwordHash !== null && next.passwordHash !== now.passwordHash)
      await this.credentials.of(tx, now.uuid);
    return this.accounts.update(tx, now, change);
  }

  /** Told with all else that is invalid; it is judged again when both accounts are held. */
  private async judgeOwner(
    bot: OwnedAccount,
    { owner, companyAdmin = bot.companyAdmin }: { owner?: AccountRow; companyAdmin?: boolean },
    problems: PlainInput['problems'],
  ): Promise<void> {
    const { ownerUuid } = bot;
    if (!asksOwner(bot, { ownerUuid: owner?.uuid ?? ownerUuid, companyAdmin })) return;
    const next =
      owner ?? (ownerUuid === null ? undefined : await this.accounts.findActive(ownerUuid))?.account;
    if (!canOwn(next, { companyAdmin })) problems.add('owner', { invalid: true });
  }

  /** The user whom a company admin makes the owner; undefined: he is it already, or cannot be. */
  private async newOwner(
    caller: Principal,
    bot: OwnedAccount,
    named: Named,
    problems: PlainInput['problems'],
  ): Promise<AccountRow | undefined> {
    const name = namedBy(named);
    if (name === bot.ownerId || isSameUuid(name, bot.ownerUuid)) return undefined;
    if (!caller.companyAdmin) throw DomainError.forbidden('only company admins give a bot to somebody');
    const owner = await this.accounts.find(caller.company.uuid, name, ['user']);
    if (owner && !owner.deletedAt) return owner;
    problems.add('owner', { not_found: true });
    return undefined;
  }

  /** A bot owns nothing: its own owner answers for what it makes. */
  private async ownerOf({ account }: Principal): Promise<string | null> {
    if (account.type !== 'bot') return account.uuid;
    return (await this.accounts.findActive(account.uuid))?.account.ownerUuid ?? null;
  }

  @Handles(botOperations.delete)
  async delete(ctx: CallContext, { id }: PlainInput) {
    const shown = await this.managed(actor(ctx), id);
    let isMore = false;
    const row = await audited(this.source, ctx, async (tx) => {
      const now = await this.heldBy(tx, ctx, shown);
      isMore = await this.end.of(tx, now.uuid);
      return this.accounts.deactivate(tx, now);
    });
    if (isMore) this.end.rest(row.uuid);
    this.tell(shown);
    return botView({ ...shown, ...row });
  }

  /** The old key ends at once. */
  @Handles(botOperations.replace_key)
  async replaceKey(ctx: CallContext, { params }: Input<typeof botOperations.replace_key>) {
    const shown = await this.managed(actor(ctx), params.id);
    const { key } = await audited(this.source, ctx, async (tx) => {
      const { id, uuid } = await this.heldBy(tx, ctx, shown);
      await this.sessions.endAll(tx, uuid);
      return { id, uuid, key: (await this.sessions.mint(tx, uuid, '')).key };
    });
    this.tell(shown);
    this.notices.newKey(shown.uuid, 'bot_key', causeOf(ctx));
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
    if (row.deletedAt) throw DomainError.deactivated();
    return row;
  }

  /** Held, and still the caller's to manage. */
  private async heldBy(tx: EntityManager, ctx: CallContext, shown: OwnedAccount) {
    const now = await this.held(tx, shown);
    allowManage(actor(ctx), now);
    return now;
  }

  private async held(tx: EntityManager, { uuid }: OwnedAccount) {
    const row = await this.accounts.lock(tx, uuid);
    if (!row) throw DomainError.notFound();
    if (row.deletedAt) throw DomainError.deactivated();
    return row;
  }

  private tell({ companyUuid, uuid }: OwnedAccount): void {
    this.events.changed({ company: companyUuid, accounts: [uuid] });
  }
}
