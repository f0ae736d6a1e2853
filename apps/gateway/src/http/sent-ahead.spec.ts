import { setImmediate as others } from 'node:timers/promises';
import { SentAhead } from './sent-ahead.js';

// On 3,800 connections of four addresses 95 requests each were sent ahead at one time: a gigabyte of memory, and eight
// seconds in which nobody was answered.
describe('requests that are sent ahead', () => {
  it('are so many in a turn of the event loop, and some on each connection', async () => {
    const ahead = new SentAhead(3);
    const admitted = (): boolean[] => [2, 99, 8, 9, 8].map((unanswered) => ahead.admits(unanswered));
    expect(admitted()).toEqual([true, true, true, false, true]);
    expect(ahead.admits(9)).toBe(false);
    await others();
    expect(admitted()).toEqual([true, true, true, false, true]);
    await others();
  });
});
