import { setImmediate as others } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { ReadingTurns, type ReadingLine } from './reading-turns.js';

describe('the turns of reading', () => {
  let now = 0;
  const did: string[] = [];
  const taking =
    (time: number, name: string): (() => void) =>
    () => {
      now += time;
      did.push(name);
    };
  let turns: ReadingLine;
  let all: ReadingTurns;
  beforeEach(() => {
    now = 0;
    did.length = 0;
    all = new ReadingTurns(4, () => now);
    turns = all.from('192.0.2.1');
  });

  it('come at once while there is time', () => {
    turns.enter(taking(1, 'a'));
    turns.enter(taking(1, 'b'));
    expect(did).toEqual(['a', 'b']);
  });

  it('leave the event loop to others when their time is over, and go on after them, in order', async () => {
    let left = 3;
    const readOn = (): void => {
      taking(3, 'flood')();
      if ((left -= 1) > 0) turns.enter(readOn);
    };
    turns.enter(readOn);
    turns.enter(taking(1, 'someone'));
    expect(did).toEqual(['flood', 'flood']);
    await others();
    expect(did).toEqual(['flood', 'flood', 'flood', 'someone']);
  });

  // Whoever came while hundreds of connections of one network exchanged keys waited for each of them, at each step.
  it('come to networks by turns, and in them to addresses, each of which is read in its order', async () => {
    turns.enter(taking(4, 'busy'));
    for (const [address, name] of [
      ['192.0.2.1', 'a'],
      ['192.0.2.1', 'b'],
      ['192.0.2.2', 'c'],
      ['192.0.2.1', 'd'],
      ['198.51.100.1', 'someone'],
      ['198.51.100.1', 'again'],
    ])
      all.from(address).enter(taking(1, name));
    expect(did).toEqual(['busy']);
    await others();
    expect(did).toEqual(['busy', 'a', 'someone', 'c', 'again']);
    await others();
    expect(did.slice(5)).toEqual(['b', 'd']);
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
