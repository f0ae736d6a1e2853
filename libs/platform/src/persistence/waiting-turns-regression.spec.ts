import type { CallContext } from '@holdfast/kernel';
import { LongReads } from '../service-host/long-reads.js';
import { ChangeTurns } from './audit/change-turns.js';
import { soon } from './told-work.fixture.js';

/** Two companies took all places in which one waits for a turn, and all others were refused at once. */
describe('those who wait for a turn at the database', () => {
  const patient = 60_000;
  const reads = (): Ask => {
    const turns = new LongReads(5);
    return (company, account, work) => turns.run([company, account], Date.now() + patient, work);
  };
  const changes = (): Ask => {
    const turns = new ChangeTurns(5);
    return (company, account, work) =>
      turns.run(
        {
          deadline: Date.now() + patient,
          principal: { company: { uuid: company }, account: { uuid: account, type: 'user' } },
        } as CallContext,
        work,
      );
  };

  it.each([
    ['reads', reads, 100],
    ['changes', changes, 400],
  ])('make room for another company, and another account: %s', async (_, turns, each) => {
    const ask = turns();
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const refused = new Map<string, number>();
    const all: Promise<void>[] = [];
    const begin = (company: string, account: string, count: number): void => {
      for (let made = 0; made < count; made += 1)
        all.push(
          ask(company, account, () => held).catch(({ code }: { code: string }) => {
            const name = `${account} ${code}`;
            refused.set(name, (refused.get(name) ?? 0) + 1);
          }),
        );
    };
    for (const account of ['ann', 'amy', 'ada']) begin('a', account, each);
    begin('b', 'bob', each);
    await soon();
    refused.clear();
    begin('c', 'carl', 3);
    begin('a', 'ari', 3);
    await soon();
    end();
    await Promise.all(all);
    expect([...refused.keys()].filter((name) => /carl|ari/.test(name))).toEqual([]);
    expect([...refused.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(6);
  });
});

type Ask = (company: string, account: string, work: () => Promise<void>) => Promise<void>;
