import {
  lockAgainst,
  projectGroupOperations as operations,
  seesGroup,
  validated,
  type Input,
  type PlainInput,
  type ProjectGroup,
  type View,
} from '@holdfast/contracts';
import { actor, DomainError, pageOf, projectOf, timestamp, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { always } from '../account/long-reading.js';
import { AccessEvents } from '../access/access-events.js';
import { ChangersNow } from '../change-right/changers-now.js';
import { holdGroup } from '../group/held-group.query.js';
import { groupScope } from '../group/group.query.js';
import { comparable } from '../role/link.rules.js';
import { allowGrant } from './membership.rules.js';
import { ProjectAccountStore } from './project-account.store.js';
import { ProjectGroupStore, type ProjectGroupLink } from './project-group.store.js';
import { ProjectHold } from './project-hold.js';

@Controller()
export class ProjectGroupService {
  constructor(
    private readonly source: DataSource,
    private readonly links: ProjectGroupStore,
    private readonly roles: ProjectAccountStore,
    private readonly hold: ProjectHold,
    private readonly events: AccessEvents,
    private readonly changers: ChangersNow,
  ) {}

  @Handles(operations.list, { isLong: always })
  async list(ctx: CallContext, { list }: PlainInput) {
    return pageOf(await this.links.list(actor(ctx), projectOf(ctx).uuid, list), linkView);
  }

  @Handles(operations.show)
  async show(ctx: CallContext, { id }: PlainInput) {
    return linkView(await this.found(ctx, id));
  }

  /** A public group may be given a role by whoever manages members, a private one by its members only. */
  @Handles(operations.create)
  async create(ctx: CallContext, input: Input<typeof operations.create>) {
    const caller = actor(ctx);
    const project = projectOf(ctx);
    const { values, problems } = input;
    allowGrant(caller, project, input.sent.role);
    const { id } = values;
    const scope = id === undefined ? undefined : await groupScope(this.source, caller, id);
    const group = scope && seesGroup(caller, scope) ? scope : undefined;
    if (id !== undefined && group === undefined) problems.add('id', { not_found: true });
    if (group !== undefined && (await this.links.find(caller, project.uuid, group.uuid)))
      problems.add('id', { reserved: true });
    if (group) this.changers.alsoJudge(ctx, group.uuid);
    const made = await audited(this.source, ctx, async (tx) => {
      await this.hold.active(ctx, tx);
      if (group !== undefined && !(await holdGroup(tx, group.uuid))) problems.add('id', { not_found: true });
      const { role } = validated(input);
      const { id = '', uuid = '' } = group ?? {};
      await this.links.insert(tx, project.uuid, uuid, role);
      return { ...(await this.links.written(tx, project.uuid, uuid)), id, uuid };
    });
    this.tell(ctx, made);
    return linkView(made);
  }

  @Handles(operations.update)
  async update(ctx: CallContext, { id, values, sent, problems }: Input<typeof operations.update>) {
    const shown = await this.found(ctx, id);
    allowGrant(actor(ctx), projectOf(ctx), shown.role, sent.role);
    const { role } = values;
    const changed = await audited(this.source, ctx, async (tx) => {
      const link = await this.held(ctx, tx, shown, sent.role);
      const linked = { id: link.groupId, uuid: link.groupUuid };
      lockAgainst(operations.update, sent, comparable(linkView(link), linked, sent), problems);
      if (role && role !== 'admin') await this.keepAnAdmin(tx, link, problems);
      problems.throwIfAny();
      if (role) await this.links.change(tx, link, role);
      return { ...(await this.links.written(tx, link.projectUuid, link.groupUuid)), ...linked };
    });
    this.tell(ctx, changed);
    return linkView(changed);
  }

  @Handles(operations.delete)
  async delete(ctx: CallContext, { id, problems }: PlainInput) {
    const shown = await this.found(ctx, id);
    allowGrant(actor(ctx), projectOf(ctx), shown.role);
    const removing = async (tx: EntityManager) => {
      const link = await this.held(ctx, tx, shown);
      await this.keepAnAdmin(tx, link, problems);
      problems.throwIfAny();
      await this.links.remove(tx, link);
      return { ...link, id: link.groupId, uuid: link.groupUuid };
    };
    const removed = await audited(this.source, ctx, removing, { detail: ({ role }) => ({ role }) });
    this.tell(ctx, removed);
    return linkView(removed);
  }

  /**
   * The link as it is now, held: its role may be another since it was shown, and so is then who handles it. Who may
   * not know of its group any more when the change takes effect is refused.
   */
  private async held(
    ctx: CallContext,
    tx: EntityManager,
    shown: ProjectGroupLink,
    ...roles: readonly unknown[]
  ): Promise<ProjectGroupLink> {
    this.changers.alsoJudge(ctx, shown.groupUuid);
    await this.hold.active(ctx, tx);
    const link = await this.links.held(tx, shown.projectUuid, shown.groupUuid);
    if (!link) throw DomainError.notFound();
    allowGrant(actor(ctx), projectOf(ctx), link.role, ...roles);
    return link;
  }

  private async keepAnAdmin(
    tx: EntityManager,
    { role, projectUuid, groupUuid }: ProjectGroupLink,
    problems: PlainInput['problems'],
  ): Promise<void> {
    if (role === 'admin' && !(await this.roles.hasOtherAdmin(tx, projectUuid, groupUuid)))
      problems.add('role', { locked: true });
  }

  private async found(ctx: CallContext, id: string): Promise<ProjectGroupLink> {
    const link = await this.links.find(actor(ctx), projectOf(ctx).uuid, id);
    if (!link) throw DomainError.notFound();
    return link;
  }

  private tell(ctx: CallContext, { groupUuid, projectUuid }: ProjectGroupLink): void {
    this.events.changed({
      company: actor(ctx).company.uuid,
      groups: [groupUuid],
      projects: [projectUuid],
    });
  }
}

const linkView = (link: ProjectGroupLink): View<typeof ProjectGroup> => ({
  project: { id: link.projectId, uuid: link.projectUuid },
  group: { id: link.groupId, uuid: link.groupUuid },
  role: link.role,
  created_at: timestamp(link.createdAt),
  updated_at: timestamp(link.updatedAt),
});
