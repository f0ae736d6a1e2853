import type { ListQuery, Page } from '@holdfast/kernel';
import type { NamedRef, RefSnapshot } from '@holdfast/vcs-spi';

export interface BranchFacts {
  branches: RefSnapshot;
  isProtected: (name: string) => boolean;
  /** Committer times in seconds since 1970, in the order of the commits. */
  times: (commits: string[]) => Promise<(number | undefined)[]>;
}

/** One page of a repository's branches. By name it costs the same at every offset. */
export const branchPage = async (facts: BranchFacts, query: ListQuery): Promise<Page<NamedRef>> => {
  if (!query.active) return { results: [], more: false };
  const { branches } = facts;
  const byName = query.sort === undefined || query.sort === 'id';
  const whole = query.searchTerm === undefined && query.before === undefined && query.after === undefined;
  if (!byName || !whole) return slice(await ordered(facts, query), query);
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

/** Everything that the query asks for, in its order. */
const ordered = async (facts: BranchFacts, query: ListQuery): Promise<NamedRef[]> => {
  let found = facts.branches.page(0, facts.branches.size);
  const { searchTerm, searchFields, before, after } = query;
  if (searchTerm !== undefined) {
    const term = searchTerm.toLowerCase();
    const searched = searchFields === undefined || searchFields.includes('id');
    found = found.filter(({ id }) => searched && id.toLowerCase().includes(term));
  }
  if (before !== undefined || after !== undefined) {
    const times = await facts.times(found.map(({ commit }) => commit));
    found = found.filter((_, index) => isBetween(times[index], after, before));
  }
  found = sorted(found, facts, query.sort);
  return query.descending ? found.reverse() : found;
};

const isBetween = (time: number | undefined, after?: number, before?: number): boolean =>
  time !== undefined && (after === undefined || time > after) && (before === undefined || time < before);

/** Sorting is stable and the branches come by name: ties stay in order of name. */
const sorted = (found: NamedRef[], { isProtected }: BranchFacts, sort: string | undefined): NamedRef[] => {
  if (sort === 'commit')
    return found.sort((a, b) => (a.commit < b.commit ? -1 : Number(a.commit > b.commit)));
  if (sort === 'protected')
    return found.sort((a, b) => Number(isProtected(a.id)) - Number(isProtected(b.id)));
  return found;
};
