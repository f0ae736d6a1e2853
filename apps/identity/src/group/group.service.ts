import {
  groupOperations,
  identityCalls,
  lockAgainst,
  seesGroup,
  validated,
  type GroupAccess,
  type GroupAccessAnswer,
  type Input,
  type PlainInput,
} from '@holdfast/contracts';
import { actor, DomainError, groupOf, pageOf, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles, HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { unlessAdmin } from '../account/long-reading.js';
import { AccessEvents, mostNamed } from '../access/access-events.js';
import type { GroupRow } from './group.entity.js';
import { groupScope, visibleGroups } from './group.query.js';
import { GroupStore } from './group.store.js';
import { groupView } from './group.view.js';

@Controller()
export class GroupService {
  constructor(
    private readonly source: DataSource,
    private readonly groups: GroupStore,
    private readonly events: AccessEvents,
  ) {}

  /** Of one that is hidden from the caller it says as much as of none, as of projects. */
  @HandlesCall(identityCalls.groupAccess)
  async access(ctx: CallContext, { id }: GroupAccess): Promise<GroupAccessAnswer> {
    const caller = actor(ctx);
    const group = await groupScope(this.source, caller, id);
    return group && seesGroup(caller, group) ? { group } : {};
  }

  @Handles(groupOperations.list, { isLong: unlessAdmin })
  async list(ctx: CallContext, { list }: PlainInput) {
    return pageOf(await this.groups.list(list, [visibleGroups(actor(ctx))]), groupView);
  }

  @Handles(groupOperations.show)
  async show(ctx: CallContext) {
    return groupView(await this.found(ctx));
  }

  @Handles(groupOperations.create)
  async create(ctx: CallContext, input: Input<typeof groupOperations.create>) {
    const { company } = actor(ctx);
    await this.reserve(company.uuid, input.values, input.problems);
    const given = validated(input);
    return groupView(await audited(this.source, ctx, (tx) => this.groups.insert(tx, company.uuid, given)));
  }

  @Handles(groupOperations.update)
  async update(ctx: CallContext, input: Input<typeof groupOperations.update>) {
    const shown = await this.found(ctx);
    lockAgainst(groupOperations.update, input.sent, groupView(shown), input.problems);
    await this.reserve(shown.companyUuid, input.values, input.problems, shown.uuid);
    const change = validated(input);
    if (Object.keys(change).length === 0) return groupView(shown);
    // What is answered and searched by comes of the row as it is then: another change may have come first.
    const row = await audited(this.source, ctx, async (tx) => {
      const now = await this.groups.lock(tx, shown.uuid);
      if (!now) throw DomainError.notFound();
      return this.groups.update(tx, now, change);
    });
    this.events.changed({ company: row.companyUuid, groups: [row.uuid] });
    return groupView(row);
  }

  /** Removed for good; its roles in projects end with it. */
  @Handles(groupOperations.delete)
  async delete(ctx: CallContext) {
    const row = await this.found(ctx);
    const { projects } = await audited(this.source, ctx, async (tx) => {
      // With the group they are more than an event names, if there are more than these.
      const ended = await this.groups.remove(tx, row.uuid, mostNamed);
      if (!ended) throw DomainError.notFound();
      return { id: row.id, uuid: row.uuid, projects: ended };
    });
    this.events.changed({ company: row.companyUuid, groups: [row.uuid], projects });
    return groupView(row);
  }

  private async found(ctx: CallContext): Promise<GroupRow> {
    const row = await this.groups.find(actor(ctx).company.uuid, groupOf(ctx).uuid);
    if (!row) throw DomainError.notFound();
    return row;
  }

  private async reserve(
    company: string,
    { id, name }: { id?: string; name?: string },
    problems: PlainInput['problems'],
    except?: string,
  ): Promise<void> {
    if (id === undefined && name === undefined) return;
    const taken = await this.groups.taken(company, { id, name }, except);
    if (taken.id) problems.add('id', { reserved: true });
    if (taken.name) problems.add('name', { reserved: true });
  }
}
