import { changesetOperations, type Input } from '@holdfast/contracts';
import {
  DomainError,
  pageOf,
  type CallContext,
  type ListChoice,
  type ListQuery,
  type Page,
} from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import { VcsRefusal, type ChangeQuery, type Diff, type Reading } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { Contents } from '../commit/contents.js';
import { changesetView, type ChangesetView } from './changeset.view.js';

/** What changed between commits of the repositories on this node. */
@Controller()
export class ChangesetService {
  constructor(private readonly contents: Contents) {}

  @Handles(changesetOperations.of_commit)
  async ofCommit(
    ctx: CallContext,
    { params, list }: Input<typeof changesetOperations.of_commit>,
  ): Promise<Page<ChangesetView>> {
    const at = this.contents.of(ctx);
    const head = await at?.log.find(params.commit_id, at.reading);
    const [commit] = at && head !== undefined ? await at.log.commits([head], at.reading) : [];
    if (!at?.data.diff || !commit) throw DomainError.notFound();
    return changes(at.data.diff, at.reading, { base: commit.parents[0], head: commit.id }, list).catch(
      invalid('commit_id'),
    );
  }

  @Handles(changesetOperations.compare)
  async compare(
    ctx: CallContext,
    { params, list }: Input<typeof changesetOperations.compare>,
  ): Promise<Page<ChangesetView>> {
    const { data, log, reading, base, head } = await this.contents.between(ctx, params.range);
    if (!data.diff) throw DomainError.notFound();
    const mergeBase = await log.mergeBase(base, head, reading);
    const page = await changes(data.diff, reading, { base: mergeBase, head }, list).catch(invalid('range'));
    return { ...page, metadata: { merge_base: mergeBase ?? null } };
  }
}

/** Commits between which too much differs stay as they are: to try again would help nobody. */
const invalid =
  (parameter: string) =>
  (error: unknown): never => {
    if (error instanceof VcsRefusal && error.code === 'too_large')
      throw DomainError.invalid({ [parameter]: { invalid: true } });
    throw error;
  };

const changes = async (
  diff: Diff,
  reading: Reading,
  { base, head }: { base: string | undefined; head: string },
  list: ListQuery,
): Promise<Page<ChangesetView>> => {
  if (!list.active) return { results: [], more: false };
  const between = base === undefined ? { head } : { base, head };
  return pageOf(await diff.changes({ ...between, ...queryOf(list) }, reading), changesetView);
};

type Question = Omit<ChangeQuery, 'base' | 'head'>;

/**
 * What each part of a query asks of a list of changes. A new parameter of lists does not compile before it stands here.
 */
const questions: { [Name in keyof ListChoice]-?: (query: ListQuery) => Partial<Question> } = {
  // No change is deactivated: `changes` answers that by itself. It has no time of its own, and nothing searches it.
  active: () => ({}),
  filters: () => ({}),
  before: () => ({}),
  after: () => ({}),
  searchTerm: () => ({}),
};

const queryOf = (query: ListQuery): Question => {
  const { limit, offset, descending } = query;
  const page = { limit, offset, backwards: descending };
  return Object.values(questions).reduce((asked, ask) => ({ ...asked, ...ask(query) }), page);
};
