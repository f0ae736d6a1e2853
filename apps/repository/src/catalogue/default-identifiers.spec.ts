import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { VcsRepository } from '@holdfast/vcs-spi';
import { DefaultIdentifiers } from './default-identifiers.js';
import type { RepositoryStore } from './repository.store.js';

describe('the catalogue’s copy of a default reference', () => {
  const told = jest.fn<(uuid: string, at: Date, head: string | undefined) => Promise<void>>();
  let defaults: DefaultIdentifiers;
  beforeEach(() => {
    told.mockReset().mockResolvedValue();
    defaults = new DefaultIdentifiers({ contentChanged: told } as unknown as RepositoryStore);
  });
  const at = (head: string) => ({ head: () => Promise.resolve(head) }) as unknown as VcsRepository;
  const heard = () => told.mock.calls.map(([uuid, , head]) => `${uuid} ${head}`);

  it('is told once a second of one that stays, and at once of another one', async () => {
    await defaults.follow('r', at('main'));
    await defaults.follow('r', at('main'));
    await defaults.follow('s', at('main'));
    await defaults.follow('r', at('trunk'));
    await defaults.follow('r', at('main'));
    expect(heard()).toEqual(['r main', 's main', 'r trunk', 'r main']);
    await sleep(1_100);
    await defaults.follow('r', at('main'));
    expect(heard()).toHaveLength(5);
  });

  it('is told again of what it did not take', async () => {
    told.mockRejectedValueOnce(new Error('the database is away'));
    await defaults.follow('r', at('main'));
    await defaults.follow('r', at('main'));
    expect(heard()).toEqual(['r main', 'r main']);
  });

  it('is told of it whenever both must agree', async () => {
    await defaults.agree('r', at('main'));
    await defaults.agree('r', at('main'));
    expect(heard()).toEqual(['r main', 'r main']);
  });
});
