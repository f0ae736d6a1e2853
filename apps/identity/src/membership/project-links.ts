import {
  lockAgainst,
  validated,
  type Input,
  type PlainInput,
  type OperationContract,
  type projectUserOperations,
} from '@holdfast/contracts';
import {
  actor,
  DomainError,
  pageOf,
  projectOf,
  type AccountType,
  type CallContext,
  type Page,
} from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access/access-events.js';
import type { AccountRow } from '../account/account.entity.js';
import { AccountStore } from '../account/account.store.js';
import { holdAccount } from '../account/held-account.query.js';
import { AccountRoleStore } from '../role/account-role.store.js';
import { comparable } from '../role/link.rules.js';
import { allowGrant } from './membership.rules.js';
import { ProjectAccountStore, type DirectLink, type ProjectAccountLink } from './project-account.store.js';
import { ProjectHold } from './project-hold.js';

/** What distinguishes the links of users, collaborators and bots. */
export interface LinkKind<V extends object> {
  type: AccountType;
  view: (link: ProjectAccountLink) => V;
  update: OperationContract;
}

/** Users may have any role, the others some of them. */
type NewLink = Input<typeof projectUserOperations.create>;
type ChangedLink = Input<typeof projectUserOperations.update>;

/** The use cases that the direct roles of users, collaborators and bots share. */
@Injectable()
export class ProjectLinks {
  constructor(
    private readonly source: DataSource,
    private readonly links: ProjectAccountStore,
    private readonly roles: AccountRoleStore,
    private readonly hold: ProjectHold,
    private readonly accounts: AccountStore,
    private readonly events: AccessEvents,
  ) {}

  async list<V extends object>(
    ctx: CallContext,
    { type, view }: LinkKind<V>,
    { list }: PlainInput,
  ): Promise<Page<V>> {
    return pageOf(await this.links.list(projectOf(ctx).uuid, type, list), view);
  }

  async show<V extends object>(ctx: CallContext, kind: LinkKind<V>, { id }: PlainInput): Promise<V> {
    return kind.view(await this.links.full(this.source.manager, await this.found(ctx, kind, id)));
  }

  async create<V extends object>(ctx: CallContext, kind: LinkKind<V>, input: NewLink): Promise<V> {
    const project = projectOf(ctx);
    const { values, sent, problems } = input;
    allowGrant(actor(ctx), project, sent.role);
    const { id } = values;
    const account = id === undefined ? undefined : await this.account(ctx, kind, id);
    if (id !== undefined && account === undefined) problems.add('id', { not_found: true });
    if (account !== undefined && (await this.links.find(project.uuid, kind.type, account.uuid)))
      problems.add('id', { reserved: true });
    const { link } = await audited(this.source, ctx, async (tx) => {
      await this.hold.active(ctx, tx);
      if (account !== undefined && !(await holdAccount(tx, account.uuid)))
        problems.add('id', { not_found: true });
      const { role } = validated(input);
      const { uuid = '', id = '' } = account ?? {};
      await this.roles.insert(tx, project.uuid, uuid, role);
      return { id, uuid, link: await this.links.full(tx, await this.found(ctx, kind, uuid, tx)) };
    });
    this.tell(ctx, link);
    return kind.view(link);
  }

  async update<V extends object>(
    ctx: CallContext,
    kind: LinkKind<V>,
    { id, values, sent, problems }: ChangedLink,
  ): Promise<V> {
    const shown = await this.found(ctx, kind, id);
    allowGrant(actor(ctx), projectOf(ctx), shown.role, sent.role);
    const { role } = values;
    const { changed } = await audited(this.source, ctx, async (tx) => {
      const link = await this.held(ctx, tx, shown, sent.role);
      const linked = { id: link.accountId, uuid: link.accountUuid };
      lockAgainst(kind.update, sent, comparable(kind.view(link), linked, sent), problems);
      if (role && role !== 'admin') await this.keepAnAdmin(tx, link, problems);
      problems.throwIfAny();
      if (role) await this.roles.change(tx, link.projectUuid, link.accountUuid, role);
      return { ...linked, changed: { ...link, ...(await this.found(ctx, kind, link.accountUuid, tx)) } };
    });
    this.tell(ctx, shown);
    return kind.view(changed);
  }

  async remove<V extends object>(
    ctx: CallContext,
    kind: LinkKind<V>,
    { id, problems }: PlainInput,
  ): Promise<V> {
    const shown = await this.found(ctx, kind, id);
    allowGrant(actor(ctx), projectOf(ctx), shown.role);
    const removing = async (tx: EntityManager) => {
      const link = await this.held(ctx, tx, shown);
      await this.keepAnAdmin(tx, link, problems);
      problems.throwIfAny();
      await this.roles.remove(tx, link.projectUuid, link.accountUuid);
      return { id: link.accountId, uuid: link.accountUuid, role: link.role, link };
    };
    const { link } = await audited(this.source, ctx, removing, { detail: ({ role }) => ({ role }) });
    this.tell(ctx, shown);
    return kind.view(link);
  }

  /**
   * An active account of the kind. A private bot counts as well: whoever is told its id may let it
   * into his project, which tells him nothing of it.
   */
  private async account(
    ctx: CallContext,
    { type }: LinkKind<object>,
    id: string,
  ): Promise<AccountRow | undefined> {
    const found = await this.accounts.find(actor(ctx).company.uuid, id, [type]);
    return found && !found.deletedAt ? found : undefined;
  }

  /**
   * The link as it is now, held: its role may be another since it was shown, and so is then who handles it. What groups
   * give is read only here, in the turn of the change.
   */
  private async held(
    ctx: CallContext,
    tx: EntityManager,
    shown: DirectLink,
    ...roles: readonly unknown[]
  ): Promise<ProjectAccountLink> {
    await this.hold.active(ctx, tx);
    const role = await this.roles.heldRole(tx, shown.projectUuid, shown.accountUuid);
    if (role === undefined) throw DomainError.notFound();
    allowGrant(actor(ctx), projectOf(ctx), role, ...roles);
    return this.links.full(tx, { ...shown, role });
  }

  /** A project keeps an admin: the last one is neither removed nor demoted. */
  private async keepAnAdmin(
    tx: EntityManager,
    link: DirectLink,
    problems: PlainInput['problems'],
  ): Promise<void> {
    if (link.role === 'admin' && !(await this.links.hasOtherAdmin(tx, link.projectUuid, link.accountUuid)))
      problems.add('role', { locked: true });
  }

  private async found(
    ctx: CallContext,
    { type }: LinkKind<object>,
    id: string,
    tx?: EntityManager,
  ): Promise<DirectLink> {
    const account = id === 'me' ? actor(ctx).account.uuid : id;
    const link = await this.links.find(projectOf(ctx).uuid, type, account, tx);
    if (!link) throw DomainError.notFound();
    return link;
  }

  private tell(ctx: CallContext, { accountUuid, projectUuid }: DirectLink): void {
    this.events.changed({
      company: actor(ctx).company.uuid,
      accounts: [accountUuid],
      projects: [projectUuid],
    });
  }
}
