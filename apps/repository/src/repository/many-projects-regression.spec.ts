import { randomUUID } from 'node:crypto';
import { bitSetOf, type CallContext } from '@holdfast/kernel';
import type { RepositoryStore } from '../catalogue/repository.store.js';
import type { ForkOrigins } from './fork-origins.js';
import type { ProjectPage } from './project-sets.js';
import type { ListedRepository, RepositoryChildrenQuery } from './repository-children.query.js';
import { RepositoryRelations } from './repository-relations.js';
import type { RepositoryViews } from './repository-views.js';
import type { VisibleProjects } from './visible-projects.js';

const company = randomUUID();
// Of a third of them a part has 999 projects each, which is more than a statement names.
const accounts = Array.from({ length: 90 }, () => randomUUID());
const ctx = { requestId: 'test', deadline: 0, principal: { company: { uuid: company } } } as CallContext;

const pages = [0, 1, 2].map((page) =>
  Array.from({ length: 1_000 }, (_, at) => ({ id: `p${page}-${at}`, uuid: randomUUID() })),
);
/** Each account has another thousand of the 3,000, so that nobody's are those of another. */
const setsOf = (page: number): ProjectPage['sets'] =>
  Object.fromEntries(
    accounts.map((account, number) => {
      const numbers = Array.from({ length: 999 }, (_, at) => at + (at < number ? 0 : 1));
      return [account, bitSetOf(page === number % 3 ? numbers : [number], 1_000).toString('base64')];
    }),
  );

// What 300,000 projects took to be named in one statement held the event loop of the service for half a second.
describe('repositories of more projects than identity answers at once', () => {
  /** How many projects each statement named. */
  let named: number[];
  const repositoryOf = (project: string): ListedRepository => ({ id: project, uuid: project, project });
  const query = {
    countIn: (_, projects) => {
      named.push(projects.length);
      return Promise.resolve(projects.length);
    },
    counts: (_, projects) => {
      named.push(projects.length);
      return Promise.resolve(new Map(projects.map((uuid) => [uuid, 1])));
    },
    firstOfParents: (_, parents, limit) => {
      named.push([...parents.values()].flat().length);
      const first = (projects: readonly string[]) => [...projects].sort().slice(0, limit).map(repositoryOf);
      return Promise.resolve(new Map([...parents].map(([parent, projects]) => [parent, first(projects)])));
    },
  } satisfies Partial<RepositoryChildrenQuery>;
  const visible = {
    *parts() {
      yield* pages;
    },
    *partsOfAccounts() {
      yield* pages.map((projects, page) => ({ projects, sets: setsOf(page) }));
    },
  };
  const relations = new RepositoryRelations(
    query as unknown as RepositoryChildrenQuery,
    {} as RepositoryStore,
    visible as unknown as VisibleProjects,
    {} as RepositoryViews,
    {} as ForkOrigins,
  );
  beforeEach(() => {
    named = [];
  });

  const ask = (parent: string, parents: string[], want: 'count' | 'list') =>
    relations.below[parent](ctx, { parent, parents, child: 'repository', want, limit: 5 });
  const all = pages.flat().map(({ uuid }) => uuid);

  it('are counted and listed part by part', async () => {
    expect(await ask('company', [company], 'count')).toEqual({ [company]: { count: 3_000 } });
    expect(await ask('company', [company], 'list')).toEqual({
      [company]: { count: 5, ids: [...all].sort().slice(0, 5), more: true },
    });
    expect(named).toEqual(Array.from({ length: 6 }, () => 1_000));
  });

  it('are counted and listed for each of many accounts, of which a statement names a bounded number', async () => {
    const own = (number: number): string[] =>
      pages.flatMap((projects, page) => {
        const isMost = page === number % 3;
        return projects.filter((_, at) => (at === number) !== isMost).map(({ uuid }) => uuid);
      });
    const counted = await ask('account', accounts, 'count');
    expect(accounts.map((account) => counted[account].count)).toEqual(accounts.map(() => 1_001));
    const listed = await ask('account', accounts, 'list');
    expect(accounts.map((account) => listed[account].ids)).toEqual(
      accounts.map((_, number) => own(number).sort().slice(0, 5)),
    );
    expect(Math.max(...named)).toBeLessThanOrEqual(20_000);
  });
});
