import { jest } from '@jest/globals';
import { SpokenFloor } from './spoken-floor.js';

describe('whose turn it is where nobody says so', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is that of who has not spoken last', () => {
    const floor = new SpokenFloor();
    expect([floor.programSpeaks, new SpokenFloor(false).programSpeaks]).toEqual([true, false]);
    floor.said();
    expect(floor.programSpeaks).toBe(false);
    floor.heard();
    expect(floor.programSpeaks).toBe(true);
  });

  it('is in doubt when the program has said nothing for two minutes', () => {
    const floor = new SpokenFloor();
    jest.advanceTimersByTime(120_000);
    expect(floor.programIsSilent).toBe(false);
    jest.advanceTimersByTime(1);
    expect(floor.programIsSilent).toBe(true);
    floor.heard();
    expect(floor.programIsSilent).toBe(true);
    floor.said();
    expect(floor.programIsSilent).toBe(false);
  });
});
