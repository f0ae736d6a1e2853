import type { DiskRoom, Principal } from '@holdfast/kernel';
import type { FileIndexStore } from '../artifact-file/file-index.store.js';
import type { MemberIndexStore } from '../artifact-file/member-index.store.js';
import { HeavyTurns } from '../turns/heavy-turns.js';
import { IndexService } from './index.service.js';
import { MemberIndexes } from './member-indexes.js';
import { RenderedIndexes } from './rendered-indexes.js';

const principal = {
  company: { uuid: 'acme' },
  account: { uuid: 'ann', type: 'user' },
} as unknown as Principal;
const state = { generation: '1', changed: new Date(0), isRendered: false, contributed: 0 };

// After the restore of a company from a backup of another past two indexes had one generation: who read the one got the
// other, of another company.
describe('indexes with one generation', () => {
  const factsOf = (repository: string, directory: string) => ({
    ...{ repository, generation: '1' },
    facts: { versions: [`${repository} ${directory}`], files: [], changed: new Date(0) },
  });
  const store = {
    state: () => Promise.resolve(state),
    facts: (repository: string, directory: string) => Promise.resolve(factsOf(repository, directory)),
    content: (repository: string, directory: string) =>
      Promise.resolve(Buffer.from(`${repository} ${directory}`)),
  } as unknown as FileIndexStore;
  const members = {
    states: (repositories: readonly string[]) =>
      Promise.resolve(repositories.map((repository) => ({ ...state, repository }))),
    facts: (repositories: readonly string[], directory: string) =>
      Promise.resolve(repositories.map((repository) => factsOf(repository, directory))),
  } as unknown as MemberIndexStore;
  const kind = {
    indexes: {
      listsFiles: () => false,
      *derive(_directory: string, { versions }: { versions: string[] }) {
        yield;
        return Buffer.from(versions.join());
      },
    },
  };
  const call = (uuid: string) => ({ kind, principal, repository: { uuid } }) as never;

  it.each([false, true])('are each what they are; in their rows: %p', async (isRendered) => {
    const turns = new HeavyTurns();
    const rows = Object.assign(Object.create(store) as FileIndexStore, {
      state: () => Promise.resolve({ ...state, isRendered }),
    });
    const indexes = new IndexService(rows, turns, new RenderedIndexes(), {} as unknown as DiskRoom);
    for (const [repository, directory] of [
      ['one', 'org/lib'],
      ['two', 'org/lib'],
      ['two', 'org/tool'],
      ['one', 'org/lib'],
    ])
      expect((await indexes.find(call(repository), directory))?.text).toBe(`${repository} ${directory}`);
  });

  it('are each what they are in groups, too', async () => {
    const turns = new HeavyTurns();
    const rendered = new RenderedIndexes();
    const indexes = new IndexService(store, turns, rendered, {} as unknown as DiskRoom);
    const groups = new MemberIndexes(members, store, indexes, turns, rendered);
    for (const [first, second] of [
      ['one', 'two'],
      ['three', 'four'],
      ['one', 'two'],
    ])
      expect((await groups.find(call('group'), [first, second], 'org'))?.text).toBe(
        `${first} org,${second} org`,
      );
  });
});
