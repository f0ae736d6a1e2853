import { callDeadline, timeOf } from './call-time.js';

describe('a call to an engine', () => {
  const left = (ms: number) => timeOf({ reading: { deadline: Date.now() + ms } });

  it('is waited for longer than whoever asks waits himself: what came of a change is seen after it', () => {
    expect(left(50_000)).toBeGreaterThan(64_000);
    expect(left(59_000)).toBeGreaterThan(73_000);
  });

  it('takes the usual time where nobody says more, and not much longer where somebody does', () => {
    for (const input of [undefined, null, {}, { reading: {} }, { reading: { deadline: 0 } }])
      expect(timeOf(input)).toBe(callDeadline);
    expect(left(10_000)).toBe(callDeadline);
    expect(timeOf({ reading: { deadline: Infinity } })).toBeLessThan(80_000);
  });
});
