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
import type { ChangeQuery, Diff, Reading } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { Contents, type ReadableRepository } from '../commit/contents.js';
import { invalidWhereTooLarge } from '../commit/too-large.js';
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
    if (!at?.data.diff || head === undefined) throw DomainError.notFound();
    return this.against(at, at.data.diff, head, list).catch(invalidWhereTooLarge('commit_id'));
  }

  @Handles(changesetOperations.compare)
  async compare(
    ctx: CallContext,
    { params, list }: Input<typeof changesetOperations.compare>,
  ): Promise<Page<ChangesetView>> {
    const { data, log, reading, base, head } = await this.contents.between(ctx, params.range);
    if (!data.diff) throw DomainError.notFound();
    const tooLarge = invalidWhereTooLarge('range');
    const mergeBase = await log.mergeBase(base, head, reading).catch(tooLarge);
    const page = await changes(data.diff, reading, { base: mergeBase, head }, list).catch(tooLarge);
    return { ...page, metadata: { merge_base: mergeBase ?? null } };
  }

  /** Against the first parent. */
  private async against(
    { log, reading }: ReadableRepository,
    diff: Diff,
    head: string,
    list: ListQuery,
  ): Promise<Page<ChangesetView>> {
    const [commit] = await log.commits([head], reading);
    if (!commit) throw DomainError.notFound();
    return changes(diff, reading, { base: commit.parents[0], head }, list);
  }
}

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
