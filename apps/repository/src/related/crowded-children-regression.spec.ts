import { DomainError } from '@holdfast/kernel';
import { RefTable } from '@holdfast/vcs-spi';
import type { RepositoryStore } from '../catalogue/repository.store.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import { childrenOfSnapshots } from './children-of-snapshot.js';

// One repository with more branches than are told had nobody see a page of repositories with their branches.
describe('a repository with too many branches', () => {
  const row = (uuid: string) => ({ uuid }) as RepositoryRow;
  const store = { findAll: (uuids: string[]) => Promise.resolve(uuids.map(row)) } as RepositoryStore;
  const snapshot = RefTable.of(['main'], ['1']);
  const children = (want: 'count' | 'list', error: Error) =>
    childrenOfSnapshots(
      store,
      { parent: 'repository', parents: ['a', 'b'], child: 'branch', want, limit: 10 },
      ({ uuid }) =>
        uuid === 'a'
          ? Promise.reject(error)
          : Promise.resolve({ snapshot, views: () => Promise.resolve([]) }),
    );

  it('does not keep those of the others from being told', async () => {
    const error = DomainError.invalid({ repository: { invalid: true } });
    const away = { count: 0, away: true };
    expect(await children('list', error)).toEqual({ a: away, b: { count: 1, ids: ['main'] } });
    expect(await children('count', error)).toEqual({ a: away, b: { count: 1 } });
    await expect(children('list', DomainError.unavailable('away'))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
