import { commitOperations, type Input } from '@holdfast/contracts';
import { DomainError, type CallContext, type ListChoice, type ListQuery, type Page } from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import type { LogQuery } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { CommitViews } from './commit-views.js';
import type { CommitView } from './commit.view.js';
import { contentPath } from './content-path.rules.js';
import { Contents, type ReadableRepository } from './contents.js';
import { KeptContents } from './kept-contents.js';
import { invalidWhereTooLarge } from './too-large.js';

type Walk = Pick<Input<typeof commitOperations.history>, 'params' | 'list'>;
type WalkOf = Pick<Input<typeof commitOperations.history_of>, 'params' | 'list'>;
type ListInput = Input<typeof commitOperations.list>;

/** The commits of the repositories on this node. */
@Controller()
export class CommitService {
  constructor(
    private readonly contents: Contents,
    private readonly views: CommitViews,
    private readonly kept: KeptContents,
  ) {}

  @Handles(commitOperations.list)
  async list(ctx: CallContext, { list, query, problems }: ListInput): Promise<Page<CommitView>> {
    const at = this.contents.of(ctx);
    if (!at) return none;
    const { reference, path: wanted, author } = query;
    const from = reference === undefined ? await tipOf(at) : await at.log.find(reference, at.reading);
    if (reference !== undefined && from === undefined) problems.add('reference', { not_found: true });
    const path = wanted === undefined ? undefined : contentPath(wanted);
    if (wanted !== undefined && path === undefined) problems.add('path', { invalid: true });
    problems.throwIfAny();
    if (from === undefined) return none;
    const asked = { ...(path === undefined ? {} : { path }), ...(author === undefined ? {} : { author }) };
    return this.page(ctx, at, { from, ...asked }, list).catch(
      invalidWhereTooLarge(path === undefined ? 'reference' : 'path'),
    );
  }

  @Handles(commitOperations.history)
  history(ctx: CallContext, { params, list }: Walk): Promise<Page<CommitView>> {
    return this.walk(ctx, params.commit_id, list);
  }

  @Handles(commitOperations.history_of)
  historyOf(ctx: CallContext, { params, list }: WalkOf): Promise<Page<CommitView>> {
    return this.walk(ctx, params.commit_id, list, params.path);
  }

  @Handles(commitOperations.future)
  future(ctx: CallContext, { params, list }: Walk): Promise<Page<CommitView>> {
    return this.walk(ctx, params.commit_id, list, undefined, { forward: true });
  }

  @Handles(commitOperations.future_of)
  futureOf(ctx: CallContext, { params, list }: WalkOf): Promise<Page<CommitView>> {
    return this.walk(ctx, params.commit_id, list, params.path, { forward: true });
  }

  @Handles(commitOperations.compare)
  async compare(
    ctx: CallContext,
    { params, list }: Input<typeof commitOperations.compare>,
  ): Promise<Page<CommitView>> {
    const at = await this.contents.between(ctx, params.range);
    const [page, mergeBase] = await Promise.all([
      this.page(ctx, at, { from: at.head, without: [at.base] }, list),
      at.log.mergeBase(at.base, at.head, at.reading),
    ]).catch(invalidWhereTooLarge('range'));
    return { ...page, metadata: { merge_base: mergeBase ?? null } };
  }

  /** From a commit back, or from it forward to the default branch. @throws DomainError `not_found` */
  private async walk(
    ctx: CallContext,
    revision: string,
    list: ListQuery,
    wanted?: string,
    { forward = false } = {},
  ): Promise<Page<CommitView>> {
    const at = this.contents.of(ctx);
    const commit = await at?.log.find(revision, at.reading);
    const path = wanted === undefined ? undefined : contentPath(wanted);
    if (!at || commit === undefined || (wanted !== undefined && path === undefined))
      throw DomainError.notFound();
    const touching = path === undefined ? {} : { path };
    const tip = forward ? await tipOf(at) : commit;
    if (tip === undefined) return none;
    const from = forward ? { from: tip, descendingFrom: commit } : { from: commit };
    return this.page(ctx, at, { ...from, ...touching }, list).catch(
      invalidWhereTooLarge(path === undefined ? 'commit_id' : 'path'),
    );
  }

  private async page(
    ctx: CallContext,
    { log, repository, reading }: ReadableRepository,
    which: Pick<LogQuery, 'from' | 'without' | 'descendingFrom' | 'path' | 'author'>,
    list: ListQuery,
  ): Promise<Page<CommitView>> {
    if (!list.active || searchesNothing(list)) return none;
    const page = await log.page({ ...filtersOf(list), ...which }, reading);
    return { ...page, results: await this.views.of(ctx, page.results, repository) };
  }

  @Handles(commitOperations.show)
  async show(ctx: CallContext, { params }: Input<typeof commitOperations.show>): Promise<CommitView> {
    const at = this.contents.of(ctx);
    const id = await at?.log.find(params.commit_id, at.reading);
    const asked = at && id !== undefined ? this.kept.commit(at, id) : undefined;
    const commit = await asked?.catch(invalidWhereTooLarge('commit_id'));
    if (!at || !commit) throw DomainError.notFound();
    const [view] = await this.views.of(ctx, [commit], at.repository);
    return view;
  }
}

const none: Page<CommitView> = { results: [], more: false };

/** The commit of the branch that is looked at where none is named; undefined while it does not exist. */
const tipOf = async ({ data, reading }: ReadableRepository): Promise<string | undefined> => {
  const head = await data.head();
  const tip = head === undefined ? undefined : await data.branches?.find(head, reading);
  return tip ?? data.newest?.();
};

const searchesNothing = ({ searchTerm, searchFields }: ListQuery): boolean =>
  searchTerm !== undefined && searchFields?.length === 0;

/** What each part of a query asks of the log. A new parameter of lists does not compile before it stands here. */
const questions: { [Name in keyof ListChoice]-?: (query: ListQuery) => Partial<LogQuery> } = {
  // No commit is deactivated: `page` answers that by itself.
  active: () => ({}),
  // Its own parameters come beside the query.
  filters: () => ({}),
  before: ({ before }) => (before === undefined ? {} : { before }),
  after: ({ after }) => (after === undefined ? {} : { after }),
  searchTerm: ({ searchTerm }) => (searchTerm === undefined ? {} : { text: searchTerm }),
};

const filtersOf = (query: ListQuery): Omit<LogQuery, 'from'> => {
  const { limit, offset, descending } = query;
  const page = { limit, offset, oldestFirst: !descending };
  return Object.values(questions).reduce((asked, ask) => ({ ...asked, ...ask(query) }), page);
};
