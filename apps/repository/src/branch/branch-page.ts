import type { ListChoice, ListQuery, Page } from '@holdfast/kernel';
import type { NamedRef, RefSnapshot } from '@holdfast/vcs-spi';

export interface BranchFacts {
  branches: Pick<RefSnapshot, 'size' | 'page'>;
  isProtected: (name: string) => boolean;
  /** Committer times in seconds since 1970, in the order of the commits. */
  times: (commits: string[]) => Promise<(number | undefined)[]>;
}

/** What is asked of each branch: of its name, and of the time of its commit. */
interface Question {
  ofName?: (id: string) => boolean;
  ofTime?: (seconds: number) => boolean;
}

/** What each part of a query asks. A new parameter of lists does not compile before it stands here. */
const questions: { [Name in keyof ListChoice]-?: (query: ListQuery) => Question | undefined } = {
  // No branch is deactivated: `branchPage` answers that by itself.
  active: () => undefined,
  // Lists of branches have no filters.
  filters: () => undefined,
  before: ({ before }) => (before === undefined ? undefined : { ofTime: (seconds) => seconds < before }),
  after: ({ after }) => (after === undefined ? undefined : { ofTime: (seconds) => seconds > after }),
  searchTerm: ({ searchTerm, searchFields = ['id'] }) => {
    if (searchTerm === undefined) return undefined;
    const term = searchTerm.toLowerCase();
    return { ofName: (id) => searchFields.includes('id') && id.toLowerCase().includes(term) };
  },
};

const askedBy = (query: ListQuery): readonly Question[] =>
  Object.values(questions).flatMap((ask) => ask(query) ?? []);

/** Whether a query needs the commits of all that it may choose from: it asks for their times, or for their order. */
export const asksForCommits = (query: ListQuery): boolean =>
  query.sort === 'commit' || askedBy(query).some(({ ofTime }) => ofTime !== undefined);

/** One page of a repository's branches. By name it costs the same at every offset. */
export const branchPage = async (facts: BranchFacts, query: ListQuery): Promise<Page<NamedRef>> => {
  if (!query.active) return { results: [], more: false };
  const { branches } = facts;
  const asked = askedBy(query);
  const byName = query.sort === undefined || query.sort === 'id';
  if (!byName || asked.length > 0) return slice(await ordered(facts, query, asked), query);
  const more = query.offset + query.limit < branches.size;
  if (!query.descending) return { results: branches.page(query.offset, query.limit), more };
  const end = Math.max(0, branches.size - query.offset);
  const start = Math.max(0, end - query.limit);
  return { results: branches.page(start, end - start).reverse(), more };
};

const slice = (all: NamedRef[], { offset, limit }: ListQuery): Page<NamedRef> => ({
  results: all.slice(offset, offset + limit),
  more: offset + limit < all.length,
});

/** All branches of which the questions hold, in the order of the query. */
const ordered = async (
  facts: BranchFacts,
  { sort, descending }: ListQuery,
  asked: readonly Question[],
): Promise<NamedRef[]> => {
  const all = facts.branches.page(0, facts.branches.size);
  const named = all.filter(({ id }) => asked.every(({ ofName }) => ofName?.(id) ?? true));
  const found = sorted(await timed(facts, named, asked), facts, sort);
  return descending ? found.reverse() : found;
};

/** Those whose commits are of the times that are asked for. Times are read only if somebody asks for some. */
const timed = async (
  { times }: BranchFacts,
  found: NamedRef[],
  asked: readonly Question[],
): Promise<NamedRef[]> => {
  const holds = asked.flatMap(({ ofTime }) => ofTime ?? []);
  if (holds.length === 0) return found;
  const seconds = await times(found.map(({ commit }) => commit));
  return found.filter((_, at) => {
    const time = seconds[at];
    return time !== undefined && holds.every((each) => each(time));
  });
};

/** Sorting is stable and the branches come by name: ties stay in order of name. */
const sorted = (found: NamedRef[], { isProtected }: BranchFacts, sort: string | undefined): NamedRef[] => {
  if (sort === 'commit')
    return found.sort((a, b) => (a.commit < b.commit ? -1 : Number(a.commit > b.commit)));
  if (sort === 'protected')
    return found.sort((a, b) => Number(isProtected(a.id)) - Number(isProtected(b.id)));
  return found;
};
