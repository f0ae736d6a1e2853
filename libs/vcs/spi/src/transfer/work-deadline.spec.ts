import { jest } from '@jest/globals';
import { WorkDeadline } from './work-deadline.js';

describe('the time that a program has for an answer', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const begun = () => {
    const client = { isBehind: false, movedBytes: 0 };
    const stop = jest.fn();
    return { client, stop, deadline: new WorkDeadline(client, () => client.movedBytes, 10_000, stop) };
  };

  it('ends, and says so', () => {
    const { stop, deadline } = begun();
    jest.advanceTimersByTime(10_000);
    expect([stop.mock.calls.length, deadline.failure]).toEqual([0, undefined]);
    jest.advanceTimersByTime(60_000);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(deadline.failure).toMatchObject({
      status: 503,
      message: expect.stringContaining('too long') as string,
    });
  });

  it('is longer for what is large', () => {
    const { client, stop } = begun();
    client.movedBytes = 10 << 20;
    jest.advanceTimersByTime(50_900);
    expect(stop).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1_000);
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('does not pass while the client takes what was said, nor after the end', () => {
    const { client, stop, deadline } = begun();
    client.isBehind = true;
    jest.advanceTimersByTime(600_000);
    client.isBehind = false;
    jest.advanceTimersByTime(9_000);
    deadline.end();
    jest.advanceTimersByTime(600_000);
    expect([stop.mock.calls.length, deadline.failure]).toEqual([0, undefined]);
  });
});
