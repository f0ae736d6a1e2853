import { blameOperations, type Input } from '@holdfast/contracts';
import {
  DomainError,
  pageOf,
  type CallContext,
  type ListChoice,
  type ListQuery,
  type Page,
} from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import type { BlameQuery } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { contentPath } from '../commit/content-path.rules.js';
import { Contents } from '../commit/contents.js';
import { KeptContents } from '../commit/kept-contents.js';
import { invalidWhereTooLarge } from '../commit/too-large.js';
import { blameView, type BlameView } from './blame.view.js';

/** Which commits the lines of files came with, in the repositories on this node. */
@Controller()
export class BlameService {
  constructor(
    private readonly contents: Contents,
    private readonly kept: KeptContents,
  ) {}

  @Handles(blameOperations.list)
  async list(
    ctx: CallContext,
    { params, query, list, problems }: Input<typeof blameOperations.list>,
  ): Promise<Page<BlameView>> {
    const at = this.contents.of(ctx);
    const commit = await at?.log.find(params.commit_id, at.reading);
    const path = params.path.endsWith('/') ? undefined : contentPath(params.path);
    if (!at?.data.blame || commit === undefined || path === undefined) throw DomainError.notFound();
    const range = rangeOf(query);
    if (range.first !== undefined && range.last !== undefined && range.last < range.first)
      problems.conflict('first', 'last');
    if (problems.any || !list.active) {
      // No line is looked at for that, but whether there are any.
      const file = await this.kept.entry(at, commit, path).catch(invalidWhereTooLarge('path'));
      if (file?.size === undefined) throw DomainError.notFound();
      problems.throwIfAny();
      return { results: [], more: false };
    }
    const asked = { commit, path, ...range, ...questionOf(list) };
    const page = await at.data.blame.lines(asked, at.reading).catch(invalidWhereTooLarge('path'));
    if (!page) throw DomainError.notFound();
    return pageOf(page, blameView);
  }
}

type Range = Pick<BlameQuery, 'first' | 'last'>;

const rangeOf = ({ first, last }: { first?: string; last?: string }): Range => ({
  ...(first === undefined ? {} : { first: Number(first) }),
  ...(last === undefined ? {} : { last: Number(last) }),
});

type Question = Pick<BlameQuery, 'offset' | 'limit' | 'backwards'>;

/** What each part of a query asks of lines. A new parameter of lists does not compile before it stands here. */
const questions: { [Name in keyof ListChoice]-?: (query: ListQuery) => Partial<Question> } = {
  // No line is deactivated: `list` answers that by itself. Lines have no time of their own, and nothing searches them.
  active: () => ({}),
  filters: () => ({}),
  before: () => ({}),
  after: () => ({}),
  searchTerm: () => ({}),
};

const questionOf = (query: ListQuery): Question => {
  const { limit, offset, descending } = query;
  const page = { limit, offset, backwards: descending };
  return Object.values(questions).reduce((asked, ask) => ({ ...asked, ...ask(query) }), page);
};
