import { jest } from '@jest/globals';
import { ProgramPace } from './program-pace.js';

describe('how long the client of a program lets others wait', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is unknown where the system does not say what the program works', () => {
    const pace = new ProgramPace(() => undefined);
    jest.advanceTimersByTime(600_000);
    expect([pace.isSlow(0, 1), pace.waited]).toEqual([undefined, 0]);
  });

  it('is what passes while it neither moves nor the program works', () => {
    const pace = new ProgramPace(() => 0);
    jest.advanceTimersByTime(60_000);
    expect([pace.isSlow(0, 1), pace.waited]).toEqual([false, 60_000]);
    jest.advanceTimersByTime(1);
    expect([pace.isSlow(0, 1), pace.waited]).toEqual([true, 60_001]);
    expect(pace.isSlow(1024, 1)).toBe(false);
    expect(pace.waited).toBe(59_001);
  });

  it('is less by twenty times what the program works', () => {
    let used = 0;
    const pace = new ProgramPace(() => used);
    jest.advanceTimersByTime(60_000);
    used = 2_000;
    pace.isSlow(0, 1);
    expect(pace.waited).toBe(20_000);
  });

  it('is not what the program waits for us, however many questions it has at once', async () => {
    const pace = new ProgramPace(() => 0);
    const answers: ((answer: number) => void)[] = [];
    const asked = () => pace.ours(new Promise<number>((resolve) => answers.push(resolve)));
    jest.advanceTimersByTime(1_000);
    const [first, second] = [asked(), asked()];
    jest.advanceTimersByTime(10_000);
    pace.isSlow(0, 1);
    expect(pace.waited).toBe(1_000);
    answers[0](7);
    expect(await first).toBe(7);
    jest.advanceTimersByTime(10_000);
    answers[1](8);
    expect(await second).toBe(8);
    jest.advanceTimersByTime(5_000);
    pace.isSlow(0, 1);
    expect(pace.waited).toBe(6_000);
    const third = asked();
    jest.advanceTimersByTime(3_000);
    answers[2](9);
    await third;
    jest.advanceTimersByTime(1_000);
    pace.isSlow(0, 1);
    expect(pace.waited).toBe(7_000);
    await expect(pace.ours(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    jest.advanceTimersByTime(1_000);
    pace.isSlow(0, 1);
    expect(pace.waited).toBe(8_000);
  });
});
