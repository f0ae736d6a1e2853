import type { CallContext, Principal } from '@holdfast/kernel';
import { begunOf, soon, ToldWork } from '../persistence/told-work.fixture.js';
import { HandlerTurns } from './handler-turns.js';
import type { HandlerExtras } from './handles.decorator.js';

// What somebody read was judged in his turn: while he asked for more than he had turns for, its end was put off.
describe('a question that takes no turn', () => {
  it('is answered while its caller has all his turns', async () => {
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
    const free = asked({ takesNoTurn: true }, 1);
    await soon();
    expect([flood, free].map(begunOf)).toEqual([16, 1]);
    for (const work of [...flood, ...free]) work.end();
    await Promise.all(running);
  });
});
