import { jest } from '@jest/globals';
import { Turns, type TurnTaker } from './turns.js';

class Transfer implements TurnTaker {
  readonly parties = ['company', 'account'];
  crawls = false;
  goAway: () => void = () => undefined;
  /** Ends the work that it carries out. */
  finish: () => void = () => undefined;
  private readonly away = new Promise<void>((resolve) => (this.goAway = resolve));
  private readonly finished = new Promise<void>((resolve) => (this.finish = resolve));
  waited: boolean | undefined;

  slow(): boolean {
    return this.crawls;
  }

  end(): void {
    this.finish();
  }

  gone(): Promise<void> {
    return this.away;
  }

  in(turns: Turns): Promise<boolean> {
    return turns.run(
      this,
      async (waited) => {
        this.waited = waited;
        await this.finished;
        return true;
      },
      () => false,
    );
  }
}

describe('turns', () => {
  let turns: Turns;
  beforeEach(() => {
    jest.useFakeTimers();
    turns = new Turns({ total: 1, each: [1, 1] }, { total: 2, each: [2, 2] }, 10_000);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('come one after another, and say whether they were waited for', async () => {
    const [first, second] = [new Transfer(), new Transfer()];
    const answers = [first.in(turns), second.in(turns)];
    await jest.advanceTimersByTimeAsync(0);
    expect([first.waited, second.waited]).toEqual([false, undefined]);
    first.finish();
    second.finish();
    expect(await Promise.all(answers)).toEqual([true, true]);
    expect(second.waited).toBe(true);
  });

  it('are given up when too many wait, after a while, and by who goes away; nothing stays behind', async () => {
    const [first, late, gone, surplus] = Array.from({ length: 4 }, () => new Transfer());
    const running = first.in(turns);
    const waiting = [late.in(turns), gone.in(turns)];
    expect(await surplus.in(turns)).toBe(false);
    gone.goAway();
    expect(await waiting[1]).toBe(false);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await waiting[0]).toBe(false);
    first.finish();
    expect(await running).toBe(true);
    expect([late.waited, gone.waited, surplus.waited]).toEqual([undefined, undefined, undefined]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(jest.getTimerCount()).toBe(0);
    const next = new Transfer();
    next.finish();
    expect([await next.in(turns), next.waited]).toEqual([true, false]);
  });

  it('are free again after a failure', async () => {
    const broken = () => Promise.reject(new Error('broken'));
    await expect(turns.run(new Transfer(), broken, () => undefined)).rejects.toThrow('broken');
    const next = new Transfer();
    next.finish();
    expect([await next.in(turns), next.waited]).toEqual([true, false]);
  });

  it('are taken from a slow one that holds up another', async () => {
    const [slow, next] = [new Transfer(), new Transfer()];
    next.finish();
    const answers = [slow.in(turns), next.in(turns)];
    slow.crawls = true;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(answers)).toEqual([true, true]);
  });

  it('are taken first from the slow one of the least rate', async () => {
    turns = new Turns({ total: 2, each: [2, 2] }, { total: 2, each: [2, 2] }, 10_000);
    const slow = [0, -1].map((rate) => Object.assign(new Transfer(), { rate, crawls: true }));
    const ended = slow.map((each) => jest.spyOn(each, 'end'));
    const next = new Transfer();
    next.finish();
    const answers = [...slow, next].map((each) => each.in(turns));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ended.map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    slow[0].finish();
    expect(await Promise.all(answers)).toEqual([true, true, true]);
  });

  it('answer what the work answers, or what is said where it was not done', async () => {
    const late = { parties: ['company', 'account'], deadline: Date.now() };
    const seven = () => Promise.resolve(7);
    const refused = () => {
      throw new Error('no turn');
    };
    expect(await turns.run({ parties: late.parties }, seven, refused)).toBe(7);
    expect(await turns.run(late, seven, () => 0)).toBe(0);
    await expect(turns.run(late, seven, refused)).rejects.toThrow('no turn');
  });

  it('are waited for as long as somebody waits for the work', async () => {
    const first = new Transfer();
    const running = first.in(turns);
    let answered: boolean | undefined;
    const hasty = { parties: ['company', 'account'], deadline: Date.now() + 3_000 };
    const work = () => Promise.resolve(true);
    const waiting = turns.run(hasty, work, () => false).then((mine) => (answered = mine));
    await jest.advanceTimersByTimeAsync(2_999);
    expect(answered).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(answered).toBe(false);
    first.finish();
    await Promise.all([running, waiting]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(jest.getTimerCount()).toBe(0);
  });
});
