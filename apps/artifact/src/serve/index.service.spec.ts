import type { IndexFacts } from '@holdfast/artifact-spi';
import type { DiskRoom } from '@holdfast/kernel';
import type { FileIndexStore, IndexState } from '../artifact-file/file-index.store.js';
import { HeavyTurns } from '../turns/heavy-turns.js';
import { IndexService } from './index.service.js';
import { RenderedIndexes } from './rendered-indexes.js';

describe('an index with a version more', () => {
  it('is computed from what is known of the state before, and else from all', async () => {
    let state: IndexState = { generation: '0', changed: new Date(0), isRendered: false, contributed: 0 };
    let versions: string[] = [];
    let reads = 0;
    const store = {
      state: () => Promise.resolve(state),
      facts: () => {
        reads += 1;
        const facts = { versions, files: [], changed: state.changed };
        return Promise.resolve({ generation: state.generation, facts });
      },
    };
    const service = new IndexService(
      store as unknown as FileIndexStore,
      new HeavyTurns(),
      new RenderedIndexes(),
      {} as unknown as DiskRoom,
    );
    const indexes = {
      listsFiles: (directory: string) => directory === 'files',
      derive: function* (_: string, facts: IndexFacts) {
        yield;
        return Buffer.from(`${facts.versions.join()} ${facts.changed.getTime()}`);
      },
    };
    const principal = { company: { uuid: 'acme', id: '' }, account: { uuid: 'ada', type: 'user' } };
    const call = { kind: { indexes }, principal, repository: { uuid: 'r' } };
    /** The text in the next state, and how often all was read for it. */
    const next = async (added?: { from: number; version: string }, directory = 'org/lib') => {
      const generation = String(Number(state.generation) + 1);
      const more = added && { added: { to: String(added.from), version: added.version } };
      state = {
        generation,
        changed: new Date(Number(generation)),
        isRendered: false,
        contributed: 0,
        ...more,
      };
      if (added && !versions.includes(added.version)) versions = [...versions, added.version];
      reads = 0;
      const index = await service.find(call as never, directory);
      return [index?.text, reads];
    };
    versions = ['1'];
    expect(await next()).toEqual(['1 1', 1]);
    expect(await next({ from: 1, version: '2' })).toEqual(['1,2 2', 0]);
    expect(await next({ from: 2, version: '3' })).toEqual(['1,2,3 3', 0]);
    // Twice the same, by two files at once.
    expect(await next({ from: 3, version: '3' })).toEqual(['1,2,3 4', 0]);
    // Two states further.
    versions = ['1', '2', '3', '4'];
    state = { ...state, generation: '5' };
    expect(await next({ from: 5, version: '5' })).toEqual(['1,2,3,4,5 6', 1]);
    versions = ['2'];
    expect(await next()).toEqual(['2 7', 1]);
    // Files are not versions.
    expect(await next({ from: 7, version: '6' }, 'files')).toEqual(['2,6 8', 1]);
    expect(await next({ from: 8, version: '7' }, 'files')).toEqual(['2,6,7 9', 1]);
  });
});

describe('an index of very many versions', () => {
  it('is read in its turn only, once it is known to be large, until it is small', async () => {
    let generation = 0;
    let versions: string[] = [];
    let inTurn = false;
    const reads: boolean[] = [];
    const keeps: number[] = [];
    const store = {
      state: () =>
        Promise.resolve({
          ...{ generation: String(generation), changed: new Date(0), isRendered: false, contributed: 0 },
        }),
      facts: () => {
        reads.push(inTurn);
        const facts = { versions, files: [], changed: new Date(0) };
        return Promise.resolve({ generation: String(generation), facts });
      },
      keep: () => {
        keeps.push(versions.length);
        return Promise.resolve();
      },
    };
    class WatchedTurns extends HeavyTurns {
      override async run<T>(...[principal, work, ...more]: Parameters<HeavyTurns['run']>): Promise<T> {
        const watched = async (): Promise<unknown> => {
          inTurn = true;
          return work().finally(() => (inTurn = false));
        };
        return (await super.run(principal, watched, ...more)) as T;
      }
    }
    const service = new IndexService(
      store as unknown as FileIndexStore,
      new WatchedTurns(),
      new RenderedIndexes(),
      { take: () => Promise.resolve(true) } as unknown as DiskRoom,
    );
    const indexes = {
      listsFiles: () => false,
      derive: function* () {
        yield;
        return Buffer.from('index');
      },
    };
    const principal = { company: { uuid: 'acme', id: '' }, account: { uuid: 'ada', type: 'user' } };
    const call = { kind: { indexes }, principal, repository: { uuid: 'r' } };
    const readsOf = async (count: number): Promise<boolean[]> => {
      generation += 1;
      versions = Array.from({ length: count }, (_, at) => `1.${at}`);
      reads.length = 0;
      await service.find(call as never, 'org/lib');
      return [...reads];
    };
    expect(await readsOf(10)).toEqual([false]);
    expect(await readsOf(2_001)).toEqual([false, true]);
    expect(await readsOf(2_002)).toEqual([true]);
    expect(await readsOf(10)).toEqual([true]);
    expect(await readsOf(10)).toEqual([false]);
    // Nothing is written with every deploy.
    expect(keeps).toEqual([2_001]);
  });
});
