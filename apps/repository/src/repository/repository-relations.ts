import type { Children, Expanded, ListChildren } from '@holdfast/contracts';
import { actor, loopShare, type CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import type { RelatedSource } from '../related/related-source.js';
import { AnswerBudget } from '../related/answer-budget.js';
import { FirstRepositories } from './first-repositories.js';
import { ForkOrigins } from './fork-origins.js';
import type { ProjectPlace } from './project-place.js';
import { heavyOf, ProjectSets, type ProjectPart } from './project-sets.js';
import { RepositoryChildrenQuery, type ListedRepository } from './repository-children.query.js';
import { RepositoryViews } from './repository-views.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { RepositoryStore } from '../catalogue/repository.store.js';
import type { RepositoryView } from './repository.view.js';
import { RowsInParts } from './rows-in-parts.js';
import { VisibleProjects } from './visible-projects.js';

const none: ReadonlyMap<string, ProjectPlace> = new Map();

/** More of them than any answer takes. */
const mostIds = 100_000;
const mostObjects = 10_001;
/** So many projects are named in a statement, or as many as one account has in a part of them. */
const mostNamed = 20_000;

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
    private readonly origins: ForkOrigins,
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
    const views = budget.fitting(this.shown(ctx, await this.origins.shown(ctx, ours), places));
    return Object.fromEntries(views.map((view) => [view.uuid, view]));
  }

  private async ofProjects(ctx: CallContext, asked: ListChildren): Promise<Children> {
    const { parents, want, limit } = asked;
    if (want === 'count') {
      const counts = await this.query.counts(ctx, parents);
      return Object.fromEntries([...counts].map(([uuid, count]) => [uuid, { count }]));
    }
    const rows = await this.query.firstOfEach(ctx, parents, limit + 1);
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
    if (asked.want === 'count') return { [uuid]: { count: await this.countVisible(ctx) } };
    const first = new FirstRepositories(asked.limit + 1);
    const places = new Map<string, ProjectPlace>();
    for await (const projects of this.visible.parts(ctx)) {
      const parents = new Map([[uuid, projects.map((place) => place.uuid)]]);
      const rows = (await this.query.firstOfParents(ctx, parents, asked.limit + 1)).get(uuid) ?? [];
      first.add(uuid, rows);
      const named = new Set(rows.map(({ project }) => project));
      for (const place of projects) if (named.has(place.uuid)) places.set(place.uuid, place);
    }
    return this.listed(ctx, asked, first.all, places);
  }

  /** All of them together would hold the event loop for half a second where a company has 300,000 projects. */
  private async countVisible(ctx: CallContext): Promise<number> {
    let count = 0;
    for await (const projects of this.visible.parts(ctx))
      count += await this.query.countIn(
        ctx,
        projects.map((place) => place.uuid),
      );
    return count;
  }

  /** Repositories of all the projects of each account together. */
  private async ofAccounts(ctx: CallContext, asked: ListChildren): Promise<Children> {
    const { parents, want } = asked;
    const sets = new ProjectSets(want === 'count');
    for await (const page of this.visible.partsOfAccounts(ctx, parents)) {
      const uuids = page.projects.map(({ uuid }) => uuid);
      await sets.add(page, await this.query.counts(ctx, uuids));
    }
    if (want === 'count')
      return Object.fromEntries(parents.map((parent) => [parent, { count: sets.weightOf(parent) }]));
    const fitting = fittingParents(asked, sets);
    const rows = await this.firstOfAccounts(ctx, fitting, sets, asked.limit + 1);
    const children = await this.listed(ctx, asked, rows, sets.places);
    const nothing = want === 'include' ? { objects: [] } : { ids: [] };
    for (const parent of parents.slice(fitting.length))
      children[parent] = { count: 0, ...nothing, more: true };
    return children;
  }

  /** Those who have the same projects are asked about once. */
  private async firstOfAccounts(
    ctx: CallContext,
    accounts: readonly string[],
    sets: ProjectSets,
    limit: number,
  ): Promise<Map<string, readonly ListedRepository[]>> {
    const alike = await sets.firstAlike(accounts);
    const first = new FirstRepositories(limit);
    for (const part of sets.parts)
      for await (const asked of inPortions(part, new Set(alike.values())))
        for (const [account, rows] of await this.query.firstOfParents(ctx, asked, limit)) {
          if (loopShare.isOver) await loopShare.pass();
          first.add(account, rows);
        }
    return new Map(
      accounts.flatMap((account) => {
        const rows = first.all.get(alike.get(account) ?? '');
        return rows ? [[account, rows]] : [];
      }),
    );
  }

  private async listed(
    ctx: CallContext,
    { want, limit }: ListChildren,
    found: ReadonlyMap<string, readonly ListedRepository[]>,
    places: ReadonlyMap<string, ProjectPlace>,
  ): Promise<Children> {
    const budget = new AnswerBudget();
    const children: Children = {};
    const first = new Map([...found].map(([parent, each]) => [parent, each.slice(0, limit)]));
    const uuids = [...first.values()].flat().map(({ uuid }) => uuid);
    const read = async (part: readonly string[]) => this.origins.shown(ctx, await this.store.findAll(part));
    const rows = new RowsInParts(read, uuids);
    for (const [parent, each] of first) {
      const part =
        want === 'include' ? await this.objects(ctx, each, rows, places, budget) : ids(each, budget);
      children[parent] = (found.get(parent)?.length ?? 0) > part.count ? { ...part, more: true } : part;
    }
    return children;
  }

  /** As many as the answer has room for; the first one that has none is the last one that is read. */
  private async objects(
    ctx: CallContext,
    listed: readonly ListedRepository[],
    rows: RowsInParts,
    places: ReadonlyMap<string, ProjectPlace>,
    budget: AnswerBudget,
  ) {
    const objects: RepositoryView[] = [];
    for (const { uuid } of listed) {
      if (budget.isSpent) break;
      if (loopShare.isOver) await loopShare.pass();
      const row = await rows.of(uuid);
      const [view] = row && !row.deletedAt ? this.shown(ctx, [row], places) : [];
      if (view && budget.takes(view)) objects.push(view);
    }
    return { count: objects.length, objects };
  }

  private shown(ctx: CallContext, rows: RepositoryRow[], places: ReadonlyMap<string, ProjectPlace>) {
    return rows.flatMap((row) => {
      const place = places.get(row.project);
      return place ? [this.views.of(ctx, row, place)] : [];
    });
  }
}

const ids = (rows: readonly ListedRepository[], budget: AnswerBudget) => {
  const fitting = budget.fitting(rows.map(({ id }) => id));
  return { count: fitting.length, ids: fitting };
};

/** The first parents whose children an answer takes together; the first one always. */
const fittingParents = ({ parents, want, limit }: ListChildren, sets: ProjectSets): string[] => {
  let left = want === 'include' ? mostObjects : mostIds;
  const end = parents.findIndex((parent, at) => {
    left -= Math.min(sets.weightOf(parent), limit + 1);
    return at > 0 && left < 0;
  });
  return end < 0 ? parents : parents.slice(0, end);
};

/** The projects of the owners in a part of them, as many owners at a time as a statement takes. */
async function* inPortions(
  part: ProjectPart,
  owners: Iterable<string>,
): AsyncGenerator<Map<string, string[]>, void> {
  let portion = new Map<string, string[]>();
  let named = 0;
  for (const owner of owners) {
    if (loopShare.isOver) await loopShare.pass();
    const heavy = heavyOf(part, owner);
    if (heavy.length === 0) continue;
    if (named > 0 && named + heavy.length > mostNamed) {
      yield portion;
      portion = new Map();
      named = 0;
    }
    portion.set(owner, heavy);
    named += heavy.length;
  }
  if (named > 0) yield portion;
}
