import { setImmediate as others } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { ReadingTurns } from './reading-turns.js';

describe('the turns of reading', () => {
  let now = 0;
  const did: string[] = [];
  const taking =
    (time: number, name: string): (() => void) =>
    () => {
      now += time;
      did.push(name);
    };
  let turns: ReadingTurns;
  beforeEach(() => {
    now = 0;
    did.length = 0;
    turns = new ReadingTurns(4, () => now);
  });

  it('come at once while there is time', () => {
    turns.enter(taking(1, 'a'));
    turns.enter(taking(1, 'b'));
    expect(did).toEqual(['a', 'b']);
  });

  it('leave the event loop to others when their time is over, and go on after them, in order', async () => {
    const readOn = (): void => {
      taking(3, 'flood')();
      if (did.length < 8) turns.enter(readOn);
    };
    turns.enter(readOn);
    turns.enter(taking(1, 'someone'));
    expect(did).toEqual(['flood', 'flood']);
    await others();
    expect(did).toEqual(['flood', 'flood', 'flood', 'someone']);
  });

  // One that threw was the last of all: nobody was heard over SSH any more.
  it('go on when the work of one throws, which is a fault', async () => {
    const faults: unknown[] = [];
    const hear = (fault: unknown): void => void faults.push(fault);
    const immediate = jest.spyOn(globalThis, 'setImmediate').mockImplementation(((work: () => void) => {
      queueMicrotask(() => {
        try {
          work();
        } catch (fault) {
          hear(fault);
        }
      });
      return 0;
    }) as unknown as typeof setImmediate);
    turns.enter(() => {
      throw new Error('it broke');
    });
    turns.enter(taking(1, 'next'));
    immediate.mockRestore();
    await Promise.resolve();
    expect(did).toEqual(['next']);
    expect(faults).toEqual([new Error('it broke')]);
  });

  it('count what others had meanwhile', () => {
    turns.enter(taking(5, 'long'));
    now += 2;
    turns.enter(taking(2, 'soon'));
    turns.enter(taking(1, 'late'));
    expect(did).toEqual(['long', 'soon']);
  });
});
