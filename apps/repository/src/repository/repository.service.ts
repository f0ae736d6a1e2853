import {
  judgeStorageLimit,
  lockAgainst,
  repositoryChanged,
  repositoryOperations,
  validated,
  type Input,
  type PlainInput,
  type RepositoryChanged,
} from '@holdfast/contracts';
import { actor, DomainError, projectOf, type CallContext, type Page } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Handles } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { HeadMover } from '../branch/head-mover.js';
import { Creations } from '../placement/creations.js';
import { Placement } from '../placement/placement.js';
import { readingOf } from '../placement/reading-of.js';
import { StorageNodes } from '../storage-node/storage-nodes.js';
import { ForkOrigins } from './fork-origins.js';
import { FreeIds } from './free-ids.js';
import { RepositoryListQuery } from './repository-list.query.js';
import { RepositoryTypes, type RepositoryType } from '../catalogue/repository-types.js';
import { RepositoryViews } from './repository-views.js';
import { RepositoryMembers } from './repository-members.js';
import { MirrorSettings, nowOf } from '../remote/mirror-settings.js';
import { namedCreator } from '../catalogue/named-creator.js';
import { newRow } from '../catalogue/new-row.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { checkTypeAttributes, mergeProperties, propertiesProblem } from './repository.rules.js';
import { RepositoryStore, type RepositoryChanges } from '../catalogue/repository.store.js';
import { limitShown, type RepositoryView } from './repository.view.js';

type NewRepository = Input<typeof repositoryOperations.create>;

/** The repositories of a project, of every type. */
@Controller()
export class RepositoryService {
  constructor(
    private readonly store: RepositoryStore,
    private readonly lists: RepositoryListQuery,
    private readonly creations: Creations,
    private readonly placement: Placement,
    private readonly types: RepositoryTypes,
    private readonly members: RepositoryMembers,
    private readonly views: RepositoryViews,
    private readonly ids: FreeIds,
    private readonly origins: ForkOrigins,
    private readonly heads: HeadMover,
    private readonly nodes: StorageNodes,
    private readonly mirrors: MirrorSettings,
    private readonly rpc: Rpc,
  ) {}

  @Handles(repositoryOperations.list)
  async list(ctx: CallContext, { list }: PlainInput): Promise<Page<RepositoryView>> {
    const { results, more } = await this.lists.ofProject(ctx, projectOf(ctx).uuid, list);
    const rows = await this.origins.shown(ctx, results);
    return { results: rows.map((row) => this.view(ctx, row)), more };
  }

  @Handles(repositoryOperations.show)
  async show(ctx: CallContext, { id }: PlainInput): Promise<RepositoryView> {
    return this.view(ctx, await this.load(ctx, id));
  }

  @Handles(repositoryOperations.create)
  async create(ctx: CallContext, input: NewRepository): Promise<RepositoryView> {
    const project = projectOf(ctx);
    if (project.deleted) throw DomainError.deactivated();
    const over = project.storageLimit;
    judgeStorageLimit(actor(ctx), { sent: input.sent.storage_limit, now: null, over }, input.problems);
    const planned = newRow(ctx, project.uuid);
    const wanted = await this.mirrors.wanted(ctx, planned, input.values.mirror, input.problems);
    const mirror = wanted?.row ?? undefined;
    const { type, values, members } = await this.checkCreation(project.uuid, input);
    const deploys = !type.vcs && !members;
    const row: RepositoryRow = {
      ...planned,
      id: values.id,
      type: type.id,
      node: this.placement.node,
      defaultIdentifier: values.default_identifier ?? type.defaultIdentifier,
      defaultBaseBranch: type.vcs ? (values.default_base_branch ?? null) : null,
      description: values.description,
      properties: mergeProperties({}, values.properties),
      policy: deploys ? values.policy : null,
      redeploy: deploys ? values.redeploy : null,
      layout: type.vcs?.laysOut ? values.layout : null,
      members: members?.map(({ uuid }) => uuid) ?? null,
      membersThere: members,
      storageLimit: asStored(values.storage_limit),
      mirror: mirror?.direction ?? null,
      mirrorNow: mirror && nowOf(mirror),
    };
    const made = await this.creations.make(ctx, row, {
      also: async (tx) => mirror && this.mirrors.begin(tx, mirror),
      ...(mirror ? { detail: { mirror: mirror.direction } } : {}),
    });
    this.changed(made);
    return this.view(ctx, made);
  }

  @Handles(repositoryOperations.update)
  async update(
    ctx: CallContext,
    { id, values, sent, problems }: Input<typeof repositoryOperations.update>,
  ): Promise<RepositoryView> {
    const found = await this.loadActive(ctx, id);
    const type = this.types.of(found.type);
    const shown = this.view(ctx, found);
    const limit = { sent: sent.storage_limit, now: shown.storage_limit, over: projectOf(ctx).storageLimit };
    judgeStorageLimit(actor(ctx), limit, problems);
    const creator = await namedCreator(this.rpc, ctx, sent, shown.creator);
    lockAgainst(repositoryOperations.update, sent, { ...shown, creator }, problems);
    const isGroup = found.members !== null;
    checkTypeAttributes({ ...type, group: isGroup }, sent, problems);
    const members = type.vcs ? undefined : await this.members.findNew(found, values.members, problems);
    const changes: RepositoryChanges = {};
    if (members) changes.members = members.map(({ uuid }) => uuid);
    if (values.description !== undefined) changes.description = values.description;
    const deploys = !type.vcs && !isGroup;
    if (deploys && values.policy !== undefined) changes.policy = values.policy;
    if (deploys && values.redeploy !== undefined) changes.redeploy = values.redeploy;
    if (values.storage_limit !== undefined) changes.storageLimit = asStored(values.storage_limit);
    const { properties } = values;
    const merged = (now: RepositoryRow, change: object): object =>
      mergeProperties(sent.properties === null ? {} : now.properties, change);
    const judgeProperties = (all: object): void => {
      const tooMuch = propertiesProblem(all);
      if (tooMuch) problems.add('properties', tooMuch);
    };
    if (properties) judgeProperties(merged(found, properties));
    const head = type.vcs && this.wantedHead(values, type);
    const isNewHead = head !== undefined && head !== found.defaultIdentifier;
    if (isNewHead && !problems.has('default_identifier')) {
      const problem = await this.heads.problem(found, head);
      if (problem) problems.add('default_identifier', problem);
    }
    const { default_base_branch: base } = values;
    if (type.vcs && base !== undefined && base !== shown.default_base_branch) {
      const problem = base === null ? undefined : await this.heads.problem(found, base);
      if (problem) problems.add('default_base_branch', problem);
      changes.defaultBaseBranch = base;
    }
    const mirror = await this.mirrors.wanted(ctx, found, values.mirror, problems);
    if (mirror !== undefined) changes.mirror = mirror.row?.direction ?? null;
    problems.throwIfAny();
    let settled: (() => Promise<void>) | undefined;
    const row = await this.heads.moving(found, readingOf(ctx), (move) =>
      this.store.update(
        ctx,
        found.uuid,
        async (current) => {
          judgeStorageLimit(actor(ctx), { ...limit, now: limitShown(current.storageLimit) }, problems);
          // Somebody else may have added some meanwhile.
          if (properties) judgeProperties((changes.properties = merged(current, properties)));
          problems.throwIfAny();
          if (head === undefined || head === current.defaultIdentifier) return changes;
          await move(head);
          return { ...changes, defaultIdentifier: head };
        },
        async (tx) => {
          if (mirror !== undefined) settled = await this.mirrors.keep(tx, found, mirror);
          return mirror !== undefined;
        },
      ),
    );
    if (!row) throw DomainError.deactivated();
    await settled?.();
    this.changed(row);
    const { pushedAt, origin, importNow } = found;
    const { mirrorNow } = mirror === undefined ? found : { mirrorNow: mirror.row && nowOf(mirror.row) };
    const membersThere = members ?? found.membersThere;
    return this.view(ctx, { ...row, pushedAt, origin, importNow, mirrorNow, membersThere });
  }

  @Handles(repositoryOperations.delete)
  async delete(ctx: CallContext, { id }: PlainInput): Promise<RepositoryView> {
    const found = await this.loadActive(ctx, id);
    const row = await this.store.deactivate(ctx, found.uuid);
    if (!row) throw DomainError.deactivated();
    this.changed(row);
    const { pushedAt, origin, importNow, mirrorNow, membersThere } = found;
    return this.view(ctx, { ...row, pushedAt, origin, importNow, mirrorNow, membersThere });
  }

  /** Reports everything that is wrong at once; answers the type of a repository that can be made, and its values. */
  private async checkCreation(project: string, input: NewRepository) {
    const { values, sent, problems } = input;
    const type = values.type === undefined ? undefined : this.types.find(values.type);
    if (values.type !== undefined && !(await this.isOpen(type))) problems.add('type', { invalid: true });
    const names = values.members ?? undefined;
    if (type) checkTypeAttributes({ ...type, group: names !== undefined }, sent, problems);
    const isGroup = type !== undefined && !type.vcs && names !== undefined;
    const members = isGroup
      ? await this.members.find({ project, type: type.id }, names, problems)
      : undefined;
    if (values.id !== undefined) {
      const problem = await this.ids.problemOf(project, values.id, type);
      if (problem) problems.add('id', problem);
    }
    const head = type?.vcs && this.wantedHead(values, type);
    const named = { default_identifier: head, default_base_branch: values.default_base_branch ?? undefined };
    for (const [name, branch] of Object.entries(named)) {
      const problem = branch === undefined ? undefined : type?.vcs?.branchNameProblem(branch);
      if (problem) problems.add(name, problem);
    }
    const complete = validated(input);
    if (!type) throw new Error('a repository without a type passed the validation');
    return { type, values: complete, members };
  }

  /** Whether there is a node for such a repository. @throws DomainError `unavailable` where nobody knows */
  private async isOpen(type: RepositoryType | undefined): Promise<boolean> {
    return type !== undefined && (this.nodes.isOpenElsewhere(type.id) || (await type.isThere()));
  }

  /** The default reference that was asked for; null asks for that of the kind. */
  private wantedHead(
    { default_identifier: wanted }: NewRepository['values'],
    type: RepositoryType,
  ): string | undefined {
    return wanted === null ? type.defaultIdentifier : wanted;
  }

  private async load(ctx: CallContext, id: string): Promise<RepositoryRow> {
    const row = await this.store.findNamed(projectOf(ctx).uuid, id);
    if (!row) throw DomainError.notFound();
    const [shown] = await this.origins.shown(ctx, [row]);
    return shown;
  }

  private async loadActive(ctx: CallContext, id: string): Promise<RepositoryRow> {
    const row = await this.load(ctx, id);
    if (projectOf(ctx).deleted || row.deletedAt) throw DomainError.deactivated();
    return row;
  }

  private view(ctx: CallContext, row: RepositoryRow): RepositoryView {
    return this.views.of(ctx, row, projectOf(ctx));
  }

  private changed({ project, uuid }: RepositoryRow): void {
    const event: RepositoryChanged = { project, repository: uuid };
    this.rpc.tell(repositoryChanged, event);
  }
}

const asStored = (bytes: unknown): string | null => (typeof bytes === 'number' ? String(bytes) : null);
