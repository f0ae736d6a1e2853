import { jest } from '@jest/globals';
import { UnpackingDeadline, unpackingTime } from './unpacking-deadline.js';

describe('the time that git has for a push', () => {
  it('grows with what came', () => {
    expect(unpackingTime({ objects: undefined, packBytes: 0 }, 60_000)).toBe(60_000);
    expect(unpackingTime({ objects: 100, packBytes: 102_400 }, 60_000)).toBe(60_600);
  });

  it('is not what the head of a pack says that has no room for so many objects', () => {
    expect(unpackingTime({ objects: 2 ** 32 - 1, packBytes: 9 * 1024 }, 0)).toBe(5_129);
  });
});

describe('the deadline of a push', () => {
  const stop = jest.fn();
  let deadline: UnpackingDeadline;
  beforeEach(() => {
    jest.useFakeTimers();
    stop.mockReset();
    deadline = new UnpackingDeadline(stop);
  });
  afterEach(() => jest.useRealTimers());

  it('ends it with a reason', () => {
    deadline.begin(1_000);
    jest.advanceTimersByTime(999);
    expect([stop.mock.calls.length, deadline.refusal]).toEqual([0, undefined]);
    jest.advanceTimersByTime(1);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(deadline.refusal).toMatch('took too long');
  });

  it.each([
    ['after', () => (deadline.begin(1_000), deadline.end())],
    ['before', () => (deadline.end(), deadline.begin(1_000))],
  ])('does not where git asked %s the last byte came', (_, happens) => {
    happens();
    jest.advanceTimersByTime(2_000);
    expect(stop).not.toHaveBeenCalled();
  });

  it('comes early where what git makes of it has no room', async () => {
    const answers: (string | undefined)[] = [undefined, undefined, 'no room'];
    deadline = new UnpackingDeadline(stop, () => Promise.resolve(answers.shift()));
    deadline.begin(60_000);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(stop).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(2_000);
    expect([stop.mock.calls.length, deadline.refusal, jest.getTimerCount()]).toEqual([1, 'no room', 0]);
  });

  it('comes before the last byte where what git makes of the others has no room', async () => {
    deadline = new UnpackingDeadline(stop, () => Promise.resolve('no room'));
    deadline.watch();
    deadline.watch();
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([stop.mock.calls.length, deadline.refusal, jest.getTimerCount()]).toEqual([1, 'no room', 0]);
  });

  it('never comes where it is further than timers reach', () => {
    deadline.begin(2 ** 31);
    expect(jest.getTimerCount()).toBe(0);
  });
});
