import {
  groupMemberOperations as operations,
  lockAgainst,
  validated,
  type GroupMember,
  type Input,
  type PlainInput,
  type View,
} from '@holdfast/contracts';
import { actor, DomainError, groupOf, pageOf, timestamp, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { always } from '../account/long-reading.js';
import { AccessEvents } from '../access/access-events.js';
import { AccountStore } from '../account/account.store.js';
import { holdAccount } from '../account/held-account.query.js';
import { comparable } from '../role/link.rules.js';
import { GroupMemberStore, type GroupMemberLink } from './group-member.store.js';
import { holdGroup } from './held-group.query.js';

type Change = Input<typeof operations.update>;

@Controller()
export class GroupMemberService {
  constructor(
    private readonly source: DataSource,
    private readonly members: GroupMemberStore,
    private readonly accounts: AccountStore,
    private readonly events: AccessEvents,
  ) {}

  @Handles(operations.list, { isLong: always })
  async list(ctx: CallContext, { list }: PlainInput) {
    return pageOf(await this.members.list(groupOf(ctx).uuid, list), memberView);
  }

  /** Users only: people from outside and bots have no roles through groups. */
  @Handles(operations.create)
  async create(ctx: CallContext, input: Input<typeof operations.create>) {
    const group = groupOf(ctx);
    const { values, problems } = input;
    const { id } = values;
    const account =
      id === undefined ? undefined : await this.accounts.find(actor(ctx).company.uuid, id, ['user']);
    const active = account?.deletedAt === null ? account : undefined;
    if (id !== undefined && !active) problems.add('id', { not_found: true });
    if (active && (await this.members.find(group.uuid, active.uuid))) problems.add('id', { reserved: true });
    const { role } = validated(input);
    const uuid = active?.uuid ?? '';
    await audited(this.source, ctx, async (tx) => {
      if (!(await holdGroup(tx, group.uuid))) throw DomainError.notFound();
      if (!(await holdAccount(tx, uuid))) throw DomainError.invalid({ id: { not_found: true } });
      await this.members.insert(tx, group.uuid, uuid, role);
      return { id: active?.id ?? '', uuid };
    });
    this.tell(ctx, uuid);
    return this.showMember(ctx, uuid);
  }

  @Handles(operations.show)
  show(ctx: CallContext, { id }: PlainInput) {
    return this.showMember(ctx, id);
  }

  @Handles(operations.show_singular)
  showSingular(ctx: CallContext, { id }: PlainInput) {
    return this.showMember(ctx, id);
  }

  @Handles(operations.update)
  update(ctx: CallContext, input: Change) {
    return this.changeMember(ctx, input);
  }

  @Handles(operations.update_singular)
  updateSingular(ctx: CallContext, input: Change) {
    return this.changeMember(ctx, input);
  }

  @Handles(operations.delete)
  delete(ctx: CallContext, { id }: PlainInput) {
    return this.removeMember(ctx, id);
  }

  @Handles(operations.delete_singular)
  deleteSingular(ctx: CallContext, { id }: PlainInput) {
    return this.removeMember(ctx, id);
  }

  private async showMember(ctx: CallContext, id: string) {
    return memberView(await this.found(ctx, id));
  }

  private async changeMember(ctx: CallContext, input: Change) {
    const { sent, problems } = input;
    const link = await this.found(ctx, input.id);
    const linked = { id: link.accountId, uuid: link.accountUuid };
    lockAgainst(operations.update, sent, comparable(memberView(link), linked, sent), problems);
    const { role } = validated(input);
    if (!role) return memberView(link);
    const { changed } = await audited(this.source, ctx, async (tx) => {
      const held = await this.held(tx, link);
      return { ...linked, changed: await this.members.change(tx, held, role) };
    });
    this.tell(ctx, link.accountUuid);
    return memberView(changed);
  }

  private async removeMember(ctx: CallContext, id: string) {
    const shown = await this.found(ctx, id);
    const removing = async (tx: EntityManager) => {
      const { role } = await this.held(tx, shown);
      await this.members.remove(tx, shown);
      return { id: shown.accountId, uuid: shown.accountUuid, role };
    };
    const { role } = await audited(this.source, ctx, removing, { detail: ({ role }) => ({ role }) });
    this.tell(ctx, shown.accountUuid);
    return memberView({ ...shown, role });
  }

  /** The membership as it is now, held: somebody may have ended it since it was shown. */
  private async held(tx: EntityManager, shown: GroupMemberLink): Promise<GroupMemberLink> {
    const role = await this.members.heldRole(tx, shown);
    if (role === undefined) throw DomainError.notFound();
    return { ...shown, role };
  }

  private async found(ctx: CallContext, id: string): Promise<GroupMemberLink> {
    const user = id === 'me' ? actor(ctx).account.uuid : id;
    const link = await this.members.find(groupOf(ctx).uuid, user);
    if (!link) throw DomainError.notFound();
    return link;
  }

  private tell(ctx: CallContext, account: string): void {
    this.events.changed({
      company: actor(ctx).company.uuid,
      accounts: [account],
      groups: [groupOf(ctx).uuid],
    });
  }
}

const memberView = (link: GroupMemberLink): View<typeof GroupMember> => ({
  group: { id: link.groupId, uuid: link.groupUuid },
  user: { id: link.accountId, uuid: link.accountUuid },
  role: link.role,
  linked: false,
  created_at: timestamp(link.createdAt),
  updated_at: timestamp(link.updatedAt),
});
