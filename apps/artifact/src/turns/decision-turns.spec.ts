import type { Principal } from '@holdfast/kernel';
import { connections } from '../database/connections.js';
import { DecisionTurns } from './decision-turns.js';

const by = (company: string, account: string): Principal =>
  ({ company: { uuid: company }, account: { uuid: account, type: 'user' } }) as unknown as Principal;

describe('turns of decisions', () => {
  it('leave connections of the database to other accounts, and to other companies', async () => {
    const turns = new DecisionTurns();
    const begun: string[] = [];
    let end: () => void = () => undefined;
    const held = new Promise<void>((done) => (end = done));
    const ask = (company: string, account: string): Promise<void>[] =>
      Array.from({ length: 3 * connections }, () =>
        turns.run(by(company, account), () => {
          begun.push(company, account);
          return held;
        }),
      );
    const all = [...ask('a', 'ann'), ...ask('a', 'amy'), ...ask('b', 'bob')];
    await new Promise((done) => setImmediate(done));
    const countOf = (party: string): number => begun.filter((each) => each === party).length;
    expect(['ann', 'a', 'bob'].map(countOf)).toEqual([connections / 2, connections - 1, connections / 2]);
    end();
    await Promise.all(all);
    expect(begun).toHaveLength(2 * all.length);
  });
});
