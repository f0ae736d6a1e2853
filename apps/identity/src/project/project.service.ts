import {
  judgeStorageLimit,
  lockAgainst,
  projectCreated,
  projectDeleted,
  projectOperations,
  projectUpdated,
  validated,
  type Input,
  type PlainInput,
  type ValidatedOf,
} from '@holdfast/contracts';
import { actor, DomainError, pageOf, projectOf, type CallContext } from '@holdfast/kernel';
import { audited } from '@holdfast/platform/audit';
import { attributesOf, record } from '@holdfast/platform/events';
import { Handles } from '@holdfast/platform/service-host';
import { Controller, Inject } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { unlessAdmin } from '../account/long-reading.js';
import { AccessEvents } from '../access/access-events.js';
import { companyView } from '../company/company.view.js';
import { CompanyStore } from '../company/company.store.js';
import { identityEnv, type IdentityEnv } from '../identity.env.js';
import { AccountRoleStore } from '../role/account-role.store.js';
import type { ProjectRow } from './project.entity.js';
import { visibleProjects } from './project.query.js';
import { mergedProperties } from './project.rules.js';
import { ProjectStore, type ProjectValues } from './project.store.js';
import { projectView } from './project.view.js';
import { storedBytes } from '../company/storage.view.js';

@Controller()
export class ProjectService {
  constructor(
    private readonly source: DataSource,
    private readonly projects: ProjectStore,
    private readonly roles: AccountRoleStore,
    private readonly companies: CompanyStore,
    private readonly events: AccessEvents,
    @Inject(identityEnv) private readonly env: IdentityEnv,
  ) {}

  /** A turn for whoever sees some only: which these are is looked up for each page, and may be very many. */
  @Handles(projectOperations.list, { isLong: unlessAdmin })
  async list(ctx: CallContext, { list }: PlainInput) {
    return pageOf(await this.projects.list(ctx.deadline, list, [visibleProjects(actor(ctx))]), projectView);
  }

  @Handles(projectOperations.show)
  async show(ctx: CallContext) {
    const row = await this.projects.find(projectOf(ctx).uuid);
    if (!row) throw DomainError.notFound();
    return projectView(row);
  }

  /** Whoever makes a project is its admin. */
  @Handles(projectOperations.create)
  async create(ctx: CallContext, input: Input<typeof projectOperations.create>) {
    const { values, problems } = input;
    const { company, account, companyAdmin } = actor(ctx);
    if (this.env.projectsByAdminsOnly && !companyAdmin)
      throw DomainError.forbidden('only company admins create projects here');
    const { storage_limit } = input.sent;
    const over = await this.limitOver(ctx, storage_limit);
    judgeStorageLimit(actor(ctx), { sent: storage_limit, now: null, over }, problems);
    await this.reserve(this.source.manager, company.uuid, values, problems);
    const properties = values.properties && mergedProperties({}, values.properties, problems);
    const { storage_limit: limit = null, ...rest } = validated(input);
    const given: ProjectValues = {
      ...rest,
      ...(properties && { properties }),
      storageLimit: storedBytes(limit),
    };
    const row = await audited(this.source, ctx, async (tx) => {
      const made = await this.projects.insert(tx, company.uuid, given);
      await this.roles.insert(tx, made.uuid, account.uuid, 'admin');
      await record(tx, ctx, projectCreated, { ...factOf(made), name: made.name });
      return made;
    });
    return projectView(row);
  }

  @Handles(projectOperations.update)
  async update(ctx: CallContext, input: Input<typeof projectOperations.update>) {
    const { values, sent, problems } = input;
    const { company } = actor(ctx);
    const over = await this.limitOver(ctx, sent.storage_limit);
    const row = await audited(this.source, ctx, async (tx) => {
      const now = await this.held(ctx, tx);
      const shown = projectView(now);
      const limit = { sent: sent.storage_limit, now: shown.storage_limit, over };
      judgeStorageLimit(actor(ctx), limit, problems);
      lockAgainst(projectOperations.update, sent, shown, problems);
      await this.reserve(tx, company.uuid, values, problems, now.uuid);
      const before = sent.properties === null ? {} : now.properties;
      const properties = values.properties && mergedProperties(before, values.properties, problems);
      const change = changeOf(validated(input), properties);
      const changed = attributesOf(change);
      if (changed.length === 0) return now;
      const updated = await this.projects.update(tx, now, change);
      await record(tx, ctx, projectUpdated, { ...factOf(updated), changed });
      return updated;
    });
    this.events.changed({ company: company.uuid, projects: [row.uuid] });
    return projectView(row);
  }

  @Handles(projectOperations.delete)
  async delete(ctx: CallContext) {
    const row = await audited(this.source, ctx, async (tx) => {
      const held = await this.held(ctx, tx);
      const gone = await this.projects.deactivate(tx, held);
      await record(tx, ctx, projectDeleted, { ...factOf(held), newId: gone.id });
      return gone;
    });
    this.events.changed({ company: row.companyUuid, projects: [row.uuid] });
    return projectView(row);
  }

  /**
   * The limit of the company over one that was sent. The company is not held, for whoever holds a project may not wait
   * for it; nor is it read while a project is held, for that takes a second connection.
   */
  private async limitOver(ctx: CallContext, sent: unknown): Promise<number | null> {
    if (typeof sent !== 'number') return null;
    return companyView(await this.companies.get(actor(ctx).company.uuid)).storage_limit;
  }

  private async held(ctx: CallContext, tx: EntityManager) {
    const row = await this.projects.lock(tx, projectOf(ctx).uuid);
    if (!row) throw DomainError.notFound();
    if (row.deletedAt) throw DomainError.deactivated();
    return row;
  }

  private async reserve(
    tx: EntityManager,
    company: string,
    { id, name }: { id?: string; name?: string },
    problems: PlainInput['problems'],
    except?: string,
  ): Promise<void> {
    if (id === undefined && name === undefined) return;
    const taken = await this.projects.taken(tx, company, { id, name }, except);
    if (taken.id) problems.add('id', { reserved: true });
    if (taken.name) problems.add('name', { reserved: true });
  }
}

/** What was sent, as it is stored. */
const changeOf = (
  { storage_limit: limit, ...rest }: ValidatedOf<typeof projectOperations.update>,
  properties: object | undefined,
): Partial<ProjectValues> => ({
  ...rest,
  ...(limit === undefined ? {} : { storageLimit: storedBytes(limit) }),
  ...(properties && { properties }),
});

const factOf = ({ companyUuid: company, uuid, id }: ProjectRow) => ({ company, project: { uuid, id } });
