import { randomUUID } from 'node:crypto';
import type { AccountType, CallContext } from '@holdfast/kernel';
import { ForkTurns } from './fork-turns.js';

const company = { uuid: 'c', id: 'acme' };
const by = (id: string, left = 10_000, type: AccountType = 'user', owner?: string): CallContext => ({
  requestId: randomUUID(),
  deadline: Date.now() + left,
  principal: {
    ...{ company, companyAdmin: false, credential: 'key' },
    account: { uuid: id, id, type, email: '', name: id, ...(owner === undefined ? {} : { owner }) },
  },
});

describe('the turns of forks', () => {
  it('are one at a time of an account and its bots, while others go on', async () => {
    const turns = new ForkTurns();
    const begun: string[] = [];
    let end = (): void => undefined;
    const first = turns.run(by('ada'), () => new Promise<void>((resolve) => (end = resolve)));
    const second = turns.run(by('bot', 10_000, 'bot', 'ada'), () => Promise.resolve(begun.push('bot')));
    await turns.run(by('bob'), () => Promise.resolve(begun.push('bob')));
    expect(begun).toEqual(['bob']);
    end();
    await Promise.all([first, second]);
    expect(begun).toEqual(['bob', 'bot']);
  });

  it('do not come where nobody waits for them any more', async () => {
    const turns = new ForkTurns();
    const work = () => Promise.reject(new Error('it was done'));
    await expect(turns.run(by('ada', -1), work)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
