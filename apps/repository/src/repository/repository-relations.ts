import type { Children, Expanded, ListChildren } from '@holdfast/contracts';
import { actor, type CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import type { RelatedSource } from '../reference/related-source.js';
import { AnswerBudget } from './answer-budget.js';
import { RepositoryChildrenQuery } from './repository-children.query.js';
import { RepositoryViews } from './repository-views.js';
import type { RepositoryRow } from './repository.entity.js';
import { RepositoryStore } from './repository.store.js';
import { VisibleProjects, type ProjectPlace } from './visible-projects.js';

const none = new Map<string, ProjectPlace>();

/** Repositories in other objects' answers. */
@Injectable()
export class RepositoryRelations implements RelatedSource {
  readonly object = 'repository';
  readonly below: RelatedSource['below'] = {
    project: (ctx, asked) => this.ofProjects(ctx, asked),
    company: (ctx, asked) => this.ofCompany(ctx, asked),
    account: (ctx, asked) => this.ofAccounts(ctx, asked),
  };

  constructor(
    private readonly query: RepositoryChildrenQuery,
    private readonly store: RepositoryStore,
    private readonly visible: VisibleProjects,
    private readonly views: RepositoryViews,
  ) {}

  async expand(ctx: CallContext, uuids: string[]): Promise<Expanded> {
    const ours = (await this.store.findAll(uuids)).filter(
      ({ company }) => company === actor(ctx).company.uuid,
    );
    const places = await this.visible.among(
      ctx,
      ours.map(({ project }) => project),
    );
    const budget = new AnswerBudget();
    const views = budget.fitting(this.shown(ctx, ours, places));
    return Object.fromEntries(views.map((view) => [view.uuid, view]));
  }

  private async ofProjects(ctx: CallContext, asked: ListChildren): Promise<Children> {
    const { parents, want, limit } = asked;
    if (want === 'count') {
      const counts = await this.query.counts(parents);
      return Object.fromEntries([...counts].map(([uuid, count]) => [uuid, { count }]));
    }
    const rows = await this.query.firstOfEach(parents, limit + 1);
    return this.listed(
      ctx,
      asked,
      rows,
      want === 'include' ? await this.visible.among(ctx, [...rows.keys()]) : none,
    );
  }

  private async ofCompany(ctx: CallContext, asked: ListChildren): Promise<Children> {
    const { uuid } = actor(ctx).company;
    if (!asked.parents.includes(uuid)) return {};
    const projects = await this.visible.all(ctx);
    const places = new Map(projects.map((place) => [place.uuid, place]));
    return this.ofParents(ctx, asked, new Map([[uuid, [...places.keys()]]]), places);
  }

  private async ofAccounts(ctx: CallContext, asked: ListChildren): Promise<Children> {
    const { byAccount, places } = await this.visible.ofAccounts(ctx, asked.parents);
    return this.ofParents(ctx, asked, byAccount, places);
  }

  /** Repositories of all the projects of each parent together. */
  private async ofParents(
    ctx: CallContext,
    asked: ListChildren,
    projects: Map<string, string[]>,
    places: Map<string, ProjectPlace>,
  ): Promise<Children> {
    if (asked.want !== 'count') {
      const rows = await this.query.firstOfParents(projects, asked.limit + 1);
      return this.listed(ctx, asked, rows, places);
    }
    const counts = await this.query.counts([...new Set([...projects.values()].flat())]);
    const sum = (each: string[]): number => each.reduce((total, uuid) => total + (counts.get(uuid) ?? 0), 0);
    return Object.fromEntries([...projects].map(([parent, each]) => [parent, { count: sum(each) }]));
  }

  private listed(
    ctx: CallContext,
    { want, limit }: ListChildren,
    rows: Map<string, RepositoryRow[]>,
    places: Map<string, ProjectPlace>,
  ): Children {
    const budget = new AnswerBudget();
    const children: Children = {};
    for (const [parent, found] of rows) {
      const first = found.slice(0, limit);
      const part = want === 'include' ? this.objects(ctx, first, places, budget) : ids(first, budget);
      children[parent] = found.length > part.count ? { ...part, more: true } : part;
    }
    return children;
  }

  private objects(
    ctx: CallContext,
    rows: RepositoryRow[],
    places: Map<string, ProjectPlace>,
    budget: AnswerBudget,
  ) {
    const objects = budget.fitting(this.shown(ctx, rows, places));
    return { count: objects.length, objects };
  }

  private shown(ctx: CallContext, rows: RepositoryRow[], places: Map<string, ProjectPlace>) {
    return rows.flatMap((row) => {
      const place = places.get(row.project);
      return place ? [this.views.of(ctx, row, place)] : [];
    });
  }
}

const ids = (rows: RepositoryRow[], budget: AnswerBudget) => {
  const fitting = budget.fitting(rows.map(({ id }) => id));
  return { count: fitting.length, ids: fitting };
};
