import {
  lockAgainst,
  validated,
  type collaboratorOperations,
  type Input,
  type PlainInput,
  type OperationContract,
  type userOperations,
} from '@holdfast/contracts';
import { actor, DomainError, pageOf, type CallContext, type Page } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { propertiesOf } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents, mostNamed } from '../access/access-events.js';
import { AccountNotices, causeOf } from '../mail/account-notices.js';
import { CredentialEnd } from '../password-recovery/credential-end.js';
import { RecoveryMail } from '../password-recovery/recovery-mail.js';
import { NewPasswords } from '../session/new-passwords.js';
import { AccountEnd } from '../account-end/account-end.js';
import type { AccountRow } from '../account/account.entity.js';
import { allowGrants } from '../account/account.rules.js';
import { AccountStore, type AccountChange } from '../account/account.store.js';
import { personView, type PersonView } from '../account/account.view.js';

type Person = 'user' | 'collaborator';
/** What all people are made of; only of a user it may say that he is company admin. */
type NewPerson = Input<typeof collaboratorOperations.create>;
type ChangedPerson = Input<typeof userOperations.update>;

/** The use cases that users and collaborators share. */
@Injectable()
export class PersonAccounts {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: AccountStore,
    private readonly passwords: NewPasswords,
    private readonly end: AccountEnd,
    private readonly credentials: CredentialEnd,
    private readonly mail: RecoveryMail,
    private readonly notices: AccountNotices,
    private readonly events: AccessEvents,
  ) {}

  async list(ctx: CallContext, type: Person, { list }: PlainInput): Promise<Page<PersonView>> {
    const parameters = { company: actor(ctx).company.uuid, type };
    const condition = { sql: 'a.company_uuid = :company and a.type = :type', parameters };
    return pageOf(await this.accounts.list(list, [condition]), personView);
  }

  async show(ctx: CallContext, type: Person, { id }: PlainInput): Promise<PersonView> {
    return personView(await this.found(ctx, type, id));
  }

  /** Without a password a mail with a link to set one is sent. */
  async create(ctx: CallContext, type: Person, input: NewPerson): Promise<PersonView> {
    const { company } = actor(ctx);
    await this.reserve(company.uuid, input.values, input.problems);
    const { password, registration_email, ...given } = validated(input);
    const passwordHash = password ? await this.passwords.hashed(ctx, password) : null;
    const complete = { ...propertiesOf(given), companyUuid: company.uuid, type, passwordHash };
    const row = await audited(this.source, ctx, (tx) => this.accounts.insert(tx, complete));
    if (!password) await this.mail.invite(row, company.id, registration_email || row.email);
    this.notices.changed(undefined, row, causeOf(ctx));
    return personView(row);
  }

  async update(
    ctx: CallContext,
    type: Person,
    operation: OperationContract,
    input: ChangedPerson,
  ): Promise<PersonView> {
    const { values, sent, problems } = input;
    const shown = await this.found(ctx, type, input.id);
    allowGrants(actor(ctx), shown, sent);
    if (shown.deletedAt) throw DomainError.deactivated();
    lockAgainst(operation, sent, personView(shown), problems);
    await this.reserve(shown.companyUuid, values, problems, shown.uuid);
    if (shown.companyAdmin && values.company_admin === false && (await this.isLastAdmin(shown)))
      problems.add('company_admin', { locked: true });
    const { password, ...given } = validated(input);
    const change: AccountChange = propertiesOf(given);
    if (password) change.passwordHash = await this.passwords.hashed(ctx, password);
    if (Object.keys(change).length === 0) return personView(shown);
    let before = shown;
    let bots: string[] = [];
    const row = await audited(this.source, ctx, async (tx) => {
      const now = (before = await this.held(tx, shown.uuid));
      // What was no change a moment ago may be one now.
      allowGrants(actor(ctx), now, sent);
      if (now.companyAdmin && change.companyAdmin === false) await this.keepAnAdmin(tx, now);
      if (password) await this.credentials.of(tx, now.uuid);
      else if (change.email !== undefined && change.email !== now.email)
        await this.credentials.links(tx, now.uuid);
      const { companyAdmin = now.companyAdmin } = change;
      if (companyAdmin !== now.companyAdmin) bots = await this.botsOf(tx, now);
      return this.accounts.update(tx, now, change);
    });
    this.tell(row, bots);
    this.notices.changed(before, row, causeOf(ctx));
    return personView(row);
  }

  async deactivate(ctx: CallContext, type: Person, { id }: PlainInput): Promise<PersonView> {
    const { uuid } = await this.found(ctx, type, id);
    let bots: string[] = [];
    let isMore = false;
    const row = await audited(this.source, ctx, async (tx) => {
      const now = await this.held(tx, uuid);
      if (now.companyAdmin) await this.keepAnAdmin(tx, now);
      isMore = await this.end.of(tx, uuid);
      bots = await this.botsOf(tx, now);
      return this.accounts.deactivate(tx, now);
    });
    if (isMore) this.end.rest(uuid);
    this.tell(row, bots);
    return personView(row);
  }

  /** What an owner is decides whether his bots' keys work. */
  private tell(row: AccountRow, bots: readonly string[]): void {
    this.events.changed({ company: row.companyUuid, accounts: [row.uuid, ...bots] });
  }

  /** With the owner they are more than an event names, if there are more than these. */
  private botsOf(tx: EntityManager, { uuid }: AccountRow): Promise<string[]> {
    return this.accounts.ownedBots(tx, uuid, mostNamed);
  }

  /** By id or uuid; `me` is the caller. */
  private async found(ctx: CallContext, type: Person, id: string): Promise<AccountRow> {
    const { company, account } = actor(ctx);
    const row = await this.accounts.find(company.uuid, id === 'me' ? account.uuid : id, [type]);
    if (!row) throw DomainError.notFound();
    return row;
  }

  private async held(tx: EntityManager, uuid: string): Promise<AccountRow> {
    const row = await this.accounts.lock(tx, uuid);
    if (!row) throw DomainError.notFound();
    if (row.deletedAt) throw DomainError.deactivated();
    return row;
  }

  /** Whether it is now, to tell it with all else that is wrong; `keepAnAdmin` decides. */
  private async isLastAdmin(row: AccountRow): Promise<boolean> {
    return !(await this.accounts.hasOtherAdmin(this.source.manager, row));
  }

  /** A company keeps an admin: nobody else could make one. */
  private async keepAnAdmin(tx: EntityManager, row: AccountRow): Promise<void> {
    await this.accounts.holdAdmins(tx, row);
    if (!(await this.accounts.hasOtherAdmin(tx, row)))
      throw DomainError.invalid({ company_admin: { locked: true } });
  }

  private async reserve(
    company: string,
    { id, email }: { id?: string; email?: string },
    problems: PlainInput['problems'],
    except?: string,
  ): Promise<void> {
    if (id === undefined && email === undefined) return;
    const taken = await this.accounts.taken(company, { id, email }, except);
    if (taken.id) problems.add('id', { reserved: true });
    if (taken.email) problems.add('email', { reserved: true });
  }
}
