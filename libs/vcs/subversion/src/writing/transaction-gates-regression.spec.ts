import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionGates } from './transaction-gates.js';

const patience = 5_000;
const stays = new AbortController().signal;

// Two writers of one transaction made a damaged revision of it.
describe('the turns of changes of a transaction', () => {
  const gates = () => {
    const all = new TransactionGates();
    const asked = (after = patience, gone = stays) => all.turn('t', after, gone);
    const begun = async (): Promise<() => void> => {
      const leave = await asked();
      if (typeof leave === 'string') throw new Error(leave);
      return leave;
    };
    return { all, asked, begun };
  };

  it('come one at a time, in the order of arrival', async () => {
    const { begun, all } = gates();
    const order: string[] = [];
    const first = await begun();
    const later = ['b', 'c', 'd'].map(async (name) => {
      const leave = await begun();
      order.push(name);
      await sleep(5);
      order.push('end');
      leave();
    });
    const other = await all.turn('other', patience, stays);
    expect([typeof other, order]).toEqual(['function', []]);
    first();
    await Promise.all(later);
    expect(order).toEqual(['b', 'end', 'c', 'end', 'd', 'end']);
  });

  it('are for nobody who has gone, or for whom it is too late', async () => {
    const { asked, begun } = gates();
    const first = await begun();
    const leaving = new AbortController();
    const left = asked(patience, leaving.signal);
    const late = asked(10);
    const next = begun();
    leaving.abort();
    expect([await left, await late]).toEqual(['late', 'late']);
    first();
    (await next)();
    expect(typeof (await asked())).toBe('function');
  });

  it('are waited for by a few', async () => {
    const { asked, begun } = gates();
    const first = await begun();
    const all = Array.from({ length: 9 }, () => asked(20));
    expect(await Promise.all(all)).toEqual([...Array<string>(8).fill('late'), 'crowded']);
    first();
  });

  it('are over before a commit begins, which lets none in', async () => {
    const { all, asked, begun } = gates();
    const first = await begun();
    const second = begun();
    let isMade = false;
    const commit = all.alone('t', patience, () => Promise.resolve((isMade = true)));
    await sleep(5);
    expect([await asked(), isMade]).toEqual(['shut', false]);
    first();
    const leave = await second;
    expect(isMade).toBe(false);
    leave();
    expect(await commit).toEqual({ result: true });
  });

  it('are for nobody else while somebody keeps it', async () => {
    const { all, asked } = gates();
    const kept = await all.alone('t', patience, () => Promise.resolve(all.keep('t')));
    expect([await asked(), all.isKept('t')]).toEqual(['kept', true]);
    kept?.result();
    expect([typeof (await asked()), all.isKept('t')]).toEqual(['function', false]);
  });
});
