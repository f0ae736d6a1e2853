import { matchOperations, type Input } from '@holdfast/contracts';
import {
  DomainError,
  pageOf,
  type CallContext,
  type ListChoice,
  type ListQuery,
  type Page,
} from '@holdfast/kernel';
import { Handles } from '@holdfast/platform/service-host';
import type { SearchQuery } from '@holdfast/vcs-spi';
import { Controller } from '@nestjs/common';
import { Contents } from '../commit/contents.js';
import { invalidWhereTooLarge } from '../commit/too-large.js';
import { matchView, type MatchView } from './match.view.js';

/** Looks for texts in the files of the repositories on this node. */
@Controller()
export class MatchService {
  constructor(private readonly contents: Contents) {}

  @Handles(matchOperations.list)
  async list(
    ctx: CallContext,
    { params, list, problems }: Input<typeof matchOperations.list>,
  ): Promise<Page<MatchView>> {
    const at = this.contents.of(ctx);
    const commit = await at?.log.find(params.commit_id, at.reading);
    if (!at?.data.search || commit === undefined) throw DomainError.notFound();
    const asked = questionOf(list);
    if (asked.text === '') problems.add('search_term', { empty: true }).throwIfAny();
    if (!list.active) return { results: [], more: false };
    const found = at.data.search.matches({ commit, ...asked }, at.reading);
    return pageOf(await found.catch(invalidWhereTooLarge('commit_id')), matchView);
  }
}

type Question = Omit<SearchQuery, 'commit'>;

/** What each part of a query asks of a search. A new parameter of lists does not compile before it stands here. */
const questions: { [Name in keyof ListChoice]-?: (query: ListQuery) => Partial<Question> } = {
  // Nothing that is found is deactivated: `list` answers that by itself. It has no time of its own.
  active: () => ({}),
  filters: () => ({}),
  before: () => ({}),
  after: () => ({}),
  searchTerm: ({ searchTerm = '' }) => ({ text: searchTerm }),
};

const questionOf = (query: ListQuery): Question => {
  const { limit, offset, descending, searchFields = ['content', 'path'] } = query;
  const fields = { contents: searchFields.includes('content'), paths: searchFields.includes('path') };
  const page = { text: '', ...fields, limit, offset, backwards: descending };
  return Object.values(questions).reduce((asked, ask) => ({ ...asked, ...ask(query) }), page);
};
