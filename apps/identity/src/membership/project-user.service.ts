import { lockAgainst, projectUserOperations, type Input } from '@holdfast/contracts';
import { actor, DomainError, projectOf, type CallContext, type ProjectRole } from '@holdfast/kernel';
import { transaction } from '@holdfast/platform/persistence';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from '../access/access-events.js';
import { AccountStore } from '../account/account.store.js';
import { ProjectStore } from '../project/project.store.js';
import { allowGrant } from './membership.rules.js';
import { ProjectAccountStore, type ProjectAccountLink } from './project-account.store.js';
import { projectUserView } from './project-user.view.js';

@Controller()
export class ProjectUserService {
  constructor(
    private readonly source: DataSource,
    private readonly links: ProjectAccountStore,
    private readonly projects: ProjectStore,
    private readonly accounts: AccountStore,
    private readonly events: AccessEvents,
  ) {}

  @Handles(projectUserOperations.list)
  async list(ctx: CallContext, { list }: Input) {
    const { results, more } = await this.links.list(projectOf(ctx).uuid, 'user', list);
    return { results: results.map(projectUserView), more };
  }

  @Handles(projectUserOperations.show)
  async show(ctx: CallContext, { id }: Input) {
    return projectUserView(await this.found(ctx, id));
  }

  @Handles(projectUserOperations.create)
  async create(ctx: CallContext, { values, sent, problems }: Input) {
    const caller = actor(ctx);
    const project = projectOf(ctx);
    allowGrant(caller, project, sent.role);
    const { id, role } = values as { id?: string; role: ProjectRole };
    const account =
      id === undefined ? undefined : await this.accounts.find(caller.company.uuid, id, ['user']);
    const active = account && !account.deleted_at ? account : undefined;
    if (id !== undefined && !active) problems.add('id', { not_found: true });
    if (active && (await this.links.find(project.uuid, 'user', active.uuid)))
      problems.add('id', { reserved: true });
    await transaction(this.source, async (tx) => {
      await this.hold(ctx, tx);
      problems.throwIfAny();
      if (active) await this.links.insert(tx, project.uuid, active.uuid, role);
    });
    const made = await this.found(ctx, active?.uuid ?? '');
    this.tell(ctx, made);
    return projectUserView(made);
  }

  @Handles(projectUserOperations.update)
  async update(ctx: CallContext, { id, values, sent, problems }: Input) {
    const project = projectOf(ctx);
    const link = await this.found(ctx, id);
    allowGrant(actor(ctx), project, link.role, sent.role);
    await transaction(this.source, async (tx) => {
      await this.hold(ctx, tx);
      lockAgainst(projectUserOperations.update, sent, projectUserView(link), problems);
      const { role } = values as { role?: ProjectRole };
      if (role && role !== 'admin') await this.keepAnAdmin(tx, link, problems);
      problems.throwIfAny();
      if (role) await this.links.change(tx, project.uuid, link.account_uuid, role);
    });
    const changed = await this.found(ctx, link.account_uuid);
    this.tell(ctx, changed);
    return projectUserView(changed);
  }

  @Handles(projectUserOperations.delete)
  async delete(ctx: CallContext, { id, problems }: Input) {
    const project = projectOf(ctx);
    const link = await this.found(ctx, id);
    allowGrant(actor(ctx), project, link.role);
    await transaction(this.source, async (tx) => {
      await this.hold(ctx, tx);
      await this.keepAnAdmin(tx, link, problems);
      problems.throwIfAny();
      await this.links.remove(tx, project.uuid, link.account_uuid);
    });
    this.tell(ctx, link);
    return projectUserView(link);
  }

  /** A project keeps an admin: the last one is neither removed nor demoted. */
  private async keepAnAdmin(
    tx: EntityManager,
    link: ProjectAccountLink,
    problems: Input['problems'],
  ): Promise<void> {
    if (link.role === 'admin' && !(await this.links.hasOtherAdmin(tx, link.project_uuid, link.account_uuid)))
      problems.add('role', { locked: true });
  }

  private async hold(ctx: CallContext, tx: EntityManager): Promise<void> {
    const row = await this.projects.lock(tx, projectOf(ctx).uuid);
    if (!row) throw DomainError.notFound();
    if (row.deleted_at) throw DomainError.deactivated();
  }

  private async found(ctx: CallContext, account: string): Promise<ProjectAccountLink> {
    const link = await this.links.find(projectOf(ctx).uuid, 'user', account);
    if (!link) throw DomainError.notFound();
    return link;
  }

  private tell(ctx: CallContext, { account_uuid, project_uuid }: ProjectAccountLink): void {
    this.events.changed({
      company: actor(ctx).company.uuid,
      accounts: [account_uuid],
      projects: [project_uuid],
    });
  }
}
