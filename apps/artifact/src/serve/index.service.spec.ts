import type { FileIndexStore } from '../artifact-file/file-index.store.js';
import { HeavyTurns } from '../turns/heavy-turns.js';
import { IndexService } from './index.service.js';
import { RenderedIndexes } from './rendered-indexes.js';

describe('an index of very many versions', () => {
  it('is read in its turn only, once it is known to be large, until it is small', async () => {
    let generation = 0;
    let versions: string[] = [];
    let inTurn = false;
    const reads: boolean[] = [];
    const keeps: number[] = [];
    const store = {
      state: () =>
        Promise.resolve({ generation: String(generation), changed: new Date(0), isRendered: false }),
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
    // What is rendered quickly is not written with every deploy.
    expect(keeps).toEqual([2_001, 2_002]);
  });
});
