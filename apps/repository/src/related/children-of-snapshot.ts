import type { Children, ListChildren } from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import type { NamedRef, RefSnapshot } from '@holdfast/vcs-spi';
import { AnswerBudget } from './answer-budget.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import type { RepositoryStore } from '../catalogue/repository.store.js';

type Found = Children[string];

/** The refs of one repository and how they are shown; undefined: it has none of them on this node. */
export type RefsOf = (
  row: RepositoryRow,
) => Promise<{ snapshot: RefSnapshot; views: (page: NamedRef[]) => Promise<object[]> } | undefined>;

/** What is asked of the children of repositories on this node, as much as fits into an answer. */
export const childrenOfSnapshots = async (
  store: RepositoryStore,
  asked: ListChildren,
  refsOf: RefsOf,
): Promise<Children> => {
  const budget = new AnswerBudget();
  const found: Children = {};
  const rows = new Map((await store.findAll(asked.parents)).map((row) => [row.uuid, row]));
  // In the order of the page: what passes the budget must be at its end.
  for (const uuid of asked.parents) {
    const row = rows.get(uuid);
    if (row) found[uuid] = await answered(refsOf(row), asked, budget);
  }
  return found;
};

const answered = async (
  found: ReturnType<RefsOf>,
  { want, limit }: ListChildren,
  budget: AnswerBudget,
): Promise<Found> => {
  const refs = await found.catch(untold);
  if (refs === null) return { count: 0, away: true };
  if (!refs) return want === 'include' ? { count: 0, objects: [] } : { count: 0, ids: [] };
  const { snapshot, views } = refs;
  if (want === 'count') return { count: snapshot.size };
  const page = snapshot.page(0, limit);
  if (want === 'list') {
    const ids = budget.fitting(page.map(({ id }) => id));
    return { count: ids.length, ids, ...(ids.length < snapshot.size ? { more: true } : {}) };
  }
  const objects = budget.fitting(await views(page));
  return { count: objects.length, objects, ...(objects.length < snapshot.size ? { more: true } : {}) };
};

/** A repository that has too many is no reason to tell nothing of the others. */
const untold = (error: unknown): null => {
  if (error instanceof DomainError && error.code === 'invalid') return null;
  throw error;
};
