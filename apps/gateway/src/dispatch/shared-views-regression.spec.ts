import { projectOperations, type Answered } from '@holdfast/contracts';
import { DomainError, type CallContext } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import { KeptViews } from './kept-views.js';

const by = (account: string): CallContext =>
  ({
    principal: { company: { uuid: 'acme' }, account: { uuid: account, type: 'user' } },
    project: { uuid: 'web' },
  }) as unknown as CallContext;

/** Who asked for the same project meanwhile waited in the turn of who had asked first, and was 503 with him. */
describe('a question about a view that is kept', () => {
  it('is asked by each account for itself, and waits for nobody else’s turn', async () => {
    const views = new KeptViews({ hears: () => new Hearing() } as unknown as Rpc);
    const ask = (account: string, show: () => Promise<Answered>): Promise<Answered> =>
      views.view(projectOperations.show, by(account), show);
    let end: (error: Error) => void = () => undefined;
    const held = new Promise<Answered>((_done, fail) => (end = fail));
    const first = ask('ann', () => held);
    const again = ask('ann', () => Promise.resolve({ id: 'web' }));
    expect(await ask('bob', () => Promise.resolve({ id: 'web' }))).toEqual({ id: 'web' });
    end(DomainError.unavailable('too many requests'));
    for (const each of [first, again]) await expect(each).rejects.toThrow('too many requests');
  });
});
