import type { CallContext, Principal } from '@holdfast/kernel';
import { begunOf, soon, ToldWork } from '../persistence/told-work.fixture.js';
import { HandlerTurns } from './handler-turns.js';
import type { HandlerExtras } from './handles.decorator.js';

// What somebody read was judged in his turn: while he asked for more than he had turns for, its end was put off.
describe('a question that judges what its caller has begun', () => {
  it('is answered while he has all turns of his requests', async () => {
    const turns = new HandlerTurns(8);
    const principal = { company: { uuid: 'c' }, account: { uuid: 'a', type: 'user' } } as Principal;
    const ctx: CallContext = { requestId: 'r', deadline: Date.now() + 60_000, principal };
    const asked = (extras: HandlerExtras, count: number): ToldWork[] =>
      Array.from({ length: count }, () => {
        const work = new ToldWork();
        running.push(turns.inTurn(work.run, extras)(ctx, {}));
        return work;
      });
    const running: Promise<void>[] = [];
    const flood = asked({}, 20);
    const judging = asked({ judges: true }, 1);
    await soon();
    expect([flood, judging].map(begunOf)).toEqual([16, 1]);
    for (const work of [...flood, ...judging]) work.end();
    await Promise.all(running);
  });

  // Whoever had begun much had it judged all at once: others waited for the database behind that.
  it('waits for others of its caller, and for those of its company', async () => {
    const turns = new HandlerTurns(8);
    const judged = (account: string, count: number): ToldWork[] =>
      Array.from({ length: count }, () => {
        const work = new ToldWork();
        const principal = { company: { uuid: 'c' }, account: { uuid: account, type: 'user' } } as Principal;
        const ctx: CallContext = { requestId: 'r', deadline: Date.now() + 60_000, principal };
        running.push(turns.inTurn(work.run, { judges: true })(ctx, {}));
        return work;
      });
    const running: Promise<void>[] = [];
    const begun = Array.from({ length: 5 }, (_, at) => judged(`a${at}`, 20));
    await soon();
    expect(begun.map(begunOf)).toEqual([4, 4, 0, 0, 0]);
    for (const work of begun.flat()) work.end();
    await Promise.all(running);
  });
});
