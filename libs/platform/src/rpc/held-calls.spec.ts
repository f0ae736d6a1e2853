import { jest } from '@jest/globals';
import { asker, type CallContext, type Principal } from '@holdfast/kernel';
import { setLogLevel } from '../observability/logger.js';
import { HeldCalls, type HoldableCall } from './held-calls.js';
import { ProcessSilent } from './no-answer.js';

describe('calls of clients that nobody has heard', () => {
  let held: HeldCalls;
  let served: boolean;
  let asked: string[];

  const ctxOf = (address = '10.0.0.1', from = { destroyed: false }): CallContext => ({
    ...{ requestId: 'r', deadline: 0, address },
    [asker]: { from, held: 0 },
  });
  const callOf = (ctx = ctxOf(), more: Partial<HoldableCall> = {}): HoldableCall => ({
    ...{ subject: 'repository.branch.list.v1.n', place: 'repository n', service: 'repository' },
    ...{ ctx, input: {}, isOwn: true, ...more },
  });
  /** What becomes of a call; `name`: said when it is sent. */
  const become = (call = callOf(), name = 'a'): Promise<unknown> =>
    held
      .through(call, async () => {
        asked.push(name);
        if (!served) throw unheard;
        return Promise.resolve(`answer ${name}`);
      })
      .catch((reason: unknown) => ({ reason }));
  const isOver = async (call: Promise<unknown>): Promise<boolean> =>
    (await Promise.race([call, Promise.resolve('open')])) !== 'open';
  const pass = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);
  let unheard: unknown;

  beforeEach(() => {
    jest.useFakeTimers();
    setLogLevel('silent');
    held = new HeldCalls();
    [served, asked, unheard] = [false, [], 'nobody'];
  });
  afterEach(() => jest.useRealTimers());

  it('are answered in their order when somebody serves the subject again', async () => {
    const [one, two] = [become(callOf(), 'one'), become(callOf(), 'two')];
    await pass(3_050);
    expect([await isOver(one), await isOver(two)]).toEqual([false, false]);
    // Only one of them is sent, now and then.
    expect(new Set(asked.splice(0).slice(2))).toEqual(new Set(['one']));
    served = true;
    await pass(300);
    expect([await one, await two, asked]).toEqual(['answer one', 'answer two', ['one', 'two']]);
  });

  it('follow one that takes its time as soon as that has been taken', async () => {
    const hang = new Promise<string>(() => undefined);
    let sent = 0;
    void held.through(callOf(), () => (++sent === 1 ? Promise.reject(new ProcessSilent()) : hang));
    await pass(50);
    served = true;
    const next = become();
    await pass(250);
    expect([sent, await next]).toEqual([2, 'answer a']);
  });

  it('are refused after 15 s, those that came later with them, and all that follow at once', async () => {
    const first = become();
    await pass(10_000);
    const second = become();
    await pass(4_900);
    expect([await isOver(first), await isOver(second)]).toEqual([false, false]);
    await pass(200);
    expect([await first, await second]).toEqual([{ reason: 'nobody' }, { reason: 'nobody' }]);
    expect(await become()).toEqual({ reason: 'nobody' });
    served = true;
    expect(await become()).toBe('answer a');
    served = false;
    const again = become();
    await pass(5_000);
    expect(await isOver(again)).toBe(false);
    served = true;
    await pass(200);
    expect(await again).toBe('answer a');
  });

  it('leave the calls to other subjects alone', async () => {
    const waiting = become();
    await pass(500);
    served = true;
    expect(await become(callOf(ctxOf(), { subject: 'repository.branch.show.v1.n' }))).toBe('answer a');
    await pass(200);
    await waiting;
  });

  it('have the time to their deadline that they had, whatever waits beside them', async () => {
    const ctx = ctxOf();
    const both = [become(callOf(ctx)), become(callOf({ ...ctx }, { subject: 'identity.a.b.v1' }))];
    await pass(3_000);
    served = true;
    await pass(300);
    await Promise.all(both);
    expect(ctx[asker]?.held).toBeGreaterThanOrEqual(3_000);
    expect(ctx[asker]?.held).toBeLessThan(3_300);
  });

  // Timers of Node.js take no parts of a millisecond: reads and commits that had waited were 500.
  it('make deadlines later by whole milliseconds', async () => {
    const ctx = ctxOf();
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now');
    const waiting = become(callOf(ctx));
    await pass(500);
    clock.mockImplementation(() => now() + 0.25);
    served = true;
    await pass(300);
    await waiting;
    clock.mockRestore();
    expect(ctx[asker]?.held).toBeGreaterThan(500);
    expect(ctx[asker]?.held).toBe(Math.ceil(ctx[asker]?.held ?? 0));
  });

  it('are let go when their client has gone, unless others may wait for the answer', async () => {
    const from = { destroyed: false };
    const own = become(callOf(ctxOf('10.0.0.1', from)));
    const shared = become(callOf(ctxOf('10.0.0.1', from), { isOwn: false }));
    await pass(500);
    from.destroyed = true;
    await pass(200);
    expect([await isOver(own), await isOver(shared)]).toEqual([true, false]);
    await pass(15_000);
  });

  it('are not held where no client waits for the answer, or somebody may have heard it', async () => {
    const { requestId, deadline } = ctxOf();
    expect(await become(callOf({ requestId, deadline }))).toEqual({ reason: 'nobody' });
    for (unheard of ['late', 'ended', 'disconnected', 'unsent'])
      expect(await become()).toEqual({ reason: unheard });
  });

  const ofAccount = (account: string, company = 'acme'): CallContext => ({
    ...ctxOf(),
    principal: { company: { uuid: company }, account: { uuid: account, type: 'user' } } as Principal,
  });

  it('are held up to a number and a size, of which nobody has more than a quarter', async () => {
    held = new HeldCalls({ calls: 8, characters: 4_000 });
    const small = (account: string) => become(callOf(ofAccount(account, account)));
    const open = async (calls: readonly Promise<unknown>[]): Promise<number> => {
      await pass(50);
      const over = await Promise.all(calls.map(isOver));
      return over.filter((each) => !each).length;
    };
    expect(await open(Array.from({ length: 4 }, () => small('one')))).toBe(2);
    expect(await open([become(callOf(ofAccount('two'), { input: 'x'.repeat(1_000) }))])).toBe(0);
    expect(await open([become(callOf(ofAccount('two'), { input: 'x'.repeat(900) }))])).toBe(1);
    expect(await open(Array.from({ length: 8 }, (_, at) => small(`other ${at}`)))).toBe(5);
    await pass(15_100);
    expect(await open([small('one')])).toBe(0);
    await pass(60_000);
    expect(await open([small('one'), small('one'), small('one')])).toBe(2);
    await pass(15_100);
  });

  // Four addresses without an account had all of the room while a service was restarted, or one by IPv6.
  it('leave room for others where they are of strangers, or of one company (regression)', async () => {
    held = new HeldCalls({ calls: 128, characters: 100_000 });
    const open = async (contexts: readonly CallContext[]): Promise<number> => {
      const calls = contexts.map((ctx) => become(callOf(ctx)));
      await pass(50);
      return (await Promise.all(calls.map(isOver))).filter((each) => !each).length;
    };
    const many = <T>(count: number, each: (at: number) => T) =>
      Array.from({ length: count }, (_, at) => each(at));
    expect(await open(many(20, (at) => ctxOf(`2001:db8::${at}`)))).toBe(16);
    expect(await open(many(80, (at) => ctxOf(`10.0.0.${at}`)))).toBe(48);
    expect(await open(many(20, () => ofAccount('b', 'other')))).toBe(20);
    expect(await open(many(120, (at) => ofAccount(`a${at}`)))).toBe(44);
    await pass(80_000);
    expect(await open(many(120, (at) => ofAccount(`a${at}`)))).toBe(96);
    await pass(15_100);
  });
});
