import { commitOperations, type Input } from '@holdfast/contracts';
import {
  DomainError,
  pageOf,
  type CallContext,
  type ListChoice,
  type ListQuery,
  type Page,
} from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import type { LogQuery } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { commitView, type CommitView } from './commit.view.js';
import { contentPath } from './content-path.rules.js';
import { Contents, type ReadableRepository } from './contents.js';

type ListInput = Input<typeof commitOperations.list>;

/** The commits of the repositories on this node. */
@Controller()
export class CommitService {
  constructor(private readonly contents: Contents) {}

  @Handles(commitOperations.list)
  async list(ctx: CallContext, { list, query, problems }: ListInput): Promise<Page<CommitView>> {
    const at = this.contents.of(ctx);
    if (!at || !list.active) return none;
    const { reference, path: wanted, author } = query;
    const from = reference === undefined ? await tipOf(at) : await at.log.find(reference);
    if (reference !== undefined && from === undefined) problems.add('reference', { not_found: true });
    const path = wanted === undefined ? undefined : contentPath(wanted);
    if (wanted !== undefined && path === undefined) problems.add('path', { invalid: true });
    problems.throwIfAny();
    if (from === undefined || searchesNothing(list)) return none;
    const asked = {
      ...filtersOf(list),
      ...(path === undefined ? {} : { path }),
      ...(author === undefined ? {} : { author }),
    };
    const page = await at.log.page({ from, ...asked }, at.reading);
    return pageOf(page, (commit) => commitView(commit, at.repository));
  }

  @Handles(commitOperations.show)
  async show(ctx: CallContext, { params }: Input<typeof commitOperations.show>): Promise<CommitView> {
    const at = this.contents.of(ctx);
    const id = await at?.log.find(params.commit_id);
    const [commit] = at && id !== undefined ? await at.log.commits([id]) : [];
    if (!at || !commit) throw DomainError.notFound();
    return commitView(commit, at.repository);
  }
}

const none: Page<CommitView> = { results: [], more: false };

/** The commit of the branch that is looked at where none is named; undefined while it does not exist. */
const tipOf = async ({ data }: ReadableRepository): Promise<string | undefined> => {
  const [head, branches] = await Promise.all([data.head(), data.branches?.snapshot()]);
  return head === undefined ? undefined : branches?.get(head);
};

const searchesNothing = ({ searchTerm, searchFields }: ListQuery): boolean =>
  searchTerm !== undefined && searchFields?.length === 0;

/** What each part of a query asks of the log. A new parameter of lists does not compile before it stands here. */
const questions: { [Name in keyof ListChoice]-?: (query: ListQuery) => Partial<LogQuery> } = {
  // No commit is deactivated: `list` answers that by itself.
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
