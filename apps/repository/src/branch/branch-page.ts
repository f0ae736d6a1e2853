import { loopShare, sortedInTurns, type ListChoice, type ListQuery, type Page } from '@holdfast/kernel';
import { foldCase } from '@holdfast/platform/persistence';
import type { NamedRef, RefSnapshot } from '@holdfast/vcs-spi';

export interface BranchFacts {
  branches: Pick<RefSnapshot, 'size' | 'page'>;
  /** Whether each of these names is protected. */
  protectedAmong: (names: readonly string[]) => Promise<(name: string) => boolean>;
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
    const term = foldCase(searchTerm);
    return { ofName: (id) => searchFields.includes('id') && foldCase(id).includes(term) };
  },
};

const askedBy = (query: ListQuery): readonly Question[] =>
  Object.values(questions).flatMap((ask) => ask(query) ?? []);

/** Whether a query needs the commits of all that it may choose from: it asks for their times, or for their order. */
export const asksForCommits = (query: ListQuery): boolean =>
  query.sort === 'commit' || askedBy(query).some(({ ofTime }) => ofTime !== undefined);

/** Whether a page is a part of the list by name, which costs the same at every offset. All others look at all names. */
export const isPlain = (query: ListQuery): boolean => !isSorted(query) && askedBy(query).length === 0;

const isSorted = ({ sort }: ListQuery): boolean => sort !== undefined && sort !== 'id';

/** One page of a repository's branches. What looks at all of them lets others have the event loop meanwhile. */
export const branchPage = async (facts: BranchFacts, query: ListQuery): Promise<Page<NamedRef>> => {
  if (!query.active) return { results: [], more: false };
  const { branches } = facts;
  if (isSorted(query)) return slice(await ordered(facts, query), query);
  if (!isPlain(query)) return slice(await found(facts, query, query.offset + query.limit + 1), query);
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

/** So many names are looked at before others may have the event loop: about half a millisecond. */
const atOnce = 1000;

/** The first branches of which the questions hold, by name, from the end that the query begins at. */
const found = async (facts: BranchFacts, query: ListQuery, wanted: number): Promise<NamedRef[]> => {
  const { size } = facts.branches;
  const asked = askedBy(query);
  const all: NamedRef[] = [];
  for (let at = 0; at < size && all.length < wanted; at += atOnce) {
    if (loopShare.isOver) await loopShare.pass();
    const start = query.descending ? Math.max(0, size - at - atOnce) : at;
    const part = facts.branches.page(start, Math.min(atOnce, size - at));
    const named = part.filter(({ id }) => asked.every(({ ofName }) => ofName?.(id) ?? true));
    const some = await timed(facts, named, asked);
    all.push(...(query.descending ? some.reverse() : some));
  }
  return all;
};

/** All branches of which the questions hold, in the order of the query. */
const ordered = async (facts: BranchFacts, query: ListQuery): Promise<NamedRef[]> => {
  const all = await found(facts, { ...query, descending: false }, Infinity);
  if (query.sort !== 'commit') {
    const sorted = await byProtection(facts, all);
    return query.descending ? sorted.reverse() : sorted;
  }
  const sorted = await sortedInTurns(all, byCommit);
  return query.descending ? sorted.reverse() : sorted;
};

/** Those whose commits are of the times that are asked for. Times are read only if somebody asks for some. */
const timed = async (
  { times }: BranchFacts,
  named: NamedRef[],
  asked: readonly Question[],
): Promise<NamedRef[]> => {
  const holds = asked.flatMap(({ ofTime }) => ofTime ?? []);
  if (holds.length === 0 || named.length === 0) return named;
  const seconds = await times(named.map(({ commit }) => commit));
  return named.filter((_, at) => {
    const time = seconds[at];
    return time !== undefined && holds.every((each) => each(time));
  });
};

// The branches come by name, and sorting is stable: ties stay in order of name. Ids that are numbers differ in length.
const byCommit = ({ commit: a }: NamedRef, { commit: b }: NamedRef): number =>
  a.length - b.length || (a < b ? -1 : Number(a > b));

const byProtection = async ({ protectedAmong }: BranchFacts, all: NamedRef[]): Promise<NamedRef[]> => {
  const isProtected = await protectedAmong(all.map(({ id }) => id));
  const others: NamedRef[] = [];
  const guarded: NamedRef[] = [];
  for (let at = 0; at < all.length; at += atOnce) {
    if (loopShare.isOver) await loopShare.pass();
    for (const each of all.slice(at, at + atOnce)) (isProtected(each.id) ? guarded : others).push(each);
  }
  return others.concat(guarded);
};
