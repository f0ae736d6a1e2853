import { DomainError, type CallContext } from '@holdfast/kernel';
import { Hearing, type Rpc } from '@holdfast/platform/rpc';
import { Scopes } from './scopes.js';

const by = (account: string): CallContext =>
  ({
    principal: { company: { uuid: 'acme' }, account: { uuid: account, type: 'user' } },
  }) as unknown as CallContext;

/** Who asked for the same repository meanwhile waited in the turn of who had asked first, and was 503 with him. */
describe('a question about a repository', () => {
  it('is asked by each account for itself, and waits for nobody else’s turn', async () => {
    let end: (error: Error) => void = () => undefined;
    const held = new Promise<object>((_done, fail) => (end = fail));
    const asked: (string | undefined)[] = [];
    const call = (_: unknown, { principal }: CallContext): Promise<object> => {
      const account = principal?.account.uuid;
      asked.push(account);
      return account === 'ann' ? held : Promise.resolve({ repository: { uuid: 'r', id: 'web' } });
    };
    const scopes = new Scopes({ hears: () => new Hearing(), call } as unknown as Rpc);
    const first = scopes.repository(by('ann'), 'project', 'web');
    const again = scopes.repository(by('ann'), 'project', 'web');
    expect(await scopes.repository(by('bob'), 'project', 'web')).toEqual({ uuid: 'r', id: 'web' });
    end(DomainError.unavailable('too many requests'));
    for (const each of [first, again]) await expect(each).rejects.toThrow('too many requests');
    expect(asked).toEqual(['ann', 'bob']);
  });
});
