import { DomainError, type DiskRoom, type Principal } from '@holdfast/kernel';
import type { FileIndexStore } from '../artifact-file/file-index.store.js';
import { HeavyTurns } from '../turns/heavy-turns.js';
import { IndexService } from './index.service.js';
import { RenderedIndexes } from './rendered-indexes.js';

const by = (account: string): Principal =>
  ({ company: { uuid: 'acme' }, account: { uuid: account, type: 'user' } }) as unknown as Principal;

/** Whoever wanted an index waited in the turn of who had wanted it first, and was 503 with him. */
describe('an index that several want', () => {
  it('is made for each account in its own turn, once', async () => {
    let [isStuck, reads] = [true, 0];
    const store = {
      state: () => Promise.resolve({ generation: '1', changed: new Date(0), isRendered: true }),
      content: () => {
        reads += 1;
        return Promise.resolve(Buffer.from('index'));
      },
    };
    let end: (error: Error) => void = () => undefined;
    const held = new Promise<never>((_done, fail) => (end = fail));
    class TurnsOfOthers extends HeavyTurns {
      override run<T>(...[principal, work, ...more]: Parameters<HeavyTurns['run']>): Promise<T> {
        if (principal.account.uuid === 'ann' && isStuck) return held;
        return super.run(principal, work, ...more) as Promise<T>;
      }
    }
    const service = new IndexService(
      store as unknown as FileIndexStore,
      new TurnsOfOthers(),
      new RenderedIndexes(),
      {} as unknown as DiskRoom,
    );
    const find = async (account: string) => {
      const call = { kind: {}, principal: by(account), repository: { uuid: 'r' } };
      return (await service.find(call as never, 'org/lib'))?.text;
    };
    const first = find('ann');
    const [bob, cat] = [find('bob'), find('cat')];
    expect(await bob).toBe('index');
    expect(await cat).toBe('index');
    expect(reads).toBe(1);
    end(DomainError.unavailable('too many requests'));
    await expect(first).rejects.toThrow('too many requests');
    isStuck = false;
    expect(await find('ann')).toBe('index');
  });
});
