import { jest } from '@jest/globals';
import { SilenceDeadline } from './silence-deadline.js';

describe('a program that says nothing', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const begun = () => {
    const [client, floor, said] = [{ isBehind: false }, { programSpeaks: true }, { bytes: 0 }];
    const stop = jest.fn();
    const deadline = new SilenceDeadline({ client, floor, said, most: 10_000 }, stop);
    return { client, floor, said, stop, deadline };
  };

  it('is ended, and that is told', () => {
    const { stop, deadline } = begun();
    jest.advanceTimersByTime(10_000);
    expect([stop.mock.calls.length, deadline.failure]).toEqual([0, undefined]);
    jest.advanceTimersByTime(60_000);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(deadline.failure).toMatchObject({ status: 503, cause: 'late' });
  });

  it('has its time anew when it has said something, or when the client speaks', () => {
    for (const anew of ['said', 'floor']) {
      const { floor, said, stop } = begun();
      jest.advanceTimersByTime(9_000);
      if (anew === 'said') said.bytes += 1;
      else floor.programSpeaks = false;
      jest.advanceTimersByTime(500);
      floor.programSpeaks = true;
      jest.advanceTimersByTime(10_000);
      expect(stop).not.toHaveBeenCalled();
      jest.advanceTimersByTime(1_000);
      expect(stop).toHaveBeenCalledTimes(1);
    }
  });

  it('loses no time while the client takes what was said, nor after its end', () => {
    const { client, stop, deadline } = begun();
    jest.advanceTimersByTime(9_000);
    client.isBehind = true;
    jest.advanceTimersByTime(60_000);
    client.isBehind = false;
    jest.advanceTimersByTime(1_000);
    expect(stop).not.toHaveBeenCalled();
    deadline.end();
    jest.advanceTimersByTime(60_000);
    expect([stop.mock.calls.length, deadline.failure]).toEqual([0, undefined]);
  });
});
