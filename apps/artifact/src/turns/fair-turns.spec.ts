import { fairPlaces, type Principal } from '@holdfast/kernel';
import { FairTurns } from './fair-turns.js';

const by = (company: string, account: string): Principal =>
  ({ company: { uuid: company }, account: { uuid: account, type: 'user' } }) as unknown as Principal;
const turns = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('turns of calls', () => {
  it('are shared by companies and accounts, and by what else is named', async () => {
    const fair = new FairTurns(fairPlaces(8, 1));
    const begun: string[] = [];
    let end: () => void = () => undefined;
    const held = new Promise<void>((done) => (end = done));
    const run = (name: string, principal: Principal, repository: string): Promise<void> =>
      fair.run(
        principal,
        async () => {
          begun.push(name);
          await held;
        },
        repository,
      );
    const all = [
      run('ann 1', by('a', 'ann'), 'r1'),
      run('ann 1 again', by('a', 'ann'), 'r1'),
      run('ann 2', by('a', 'ann'), 'r2'),
      run('ann 3', by('a', 'ann'), 'r3'),
      run('bob', by('b', 'bob'), 'r4'),
    ];
    await turns();
    expect(begun).toEqual(['ann 1', 'ann 2', 'bob']);
    end();
    await Promise.all(all);
    expect(begun).toHaveLength(5);
  });

  it('give back what the work gives, and its failure', async () => {
    const fair = new FairTurns(fairPlaces(4));
    await expect(fair.run(by('a', 'ann'), () => Promise.resolve(7))).resolves.toBe(7);
    await expect(fair.run(by('a', 'ann'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
