import { setImmediate as others } from 'node:timers/promises';
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

  it('count what others had meanwhile', () => {
    turns.enter(taking(5, 'long'));
    now += 2;
    turns.enter(taking(2, 'soon'));
    turns.enter(taking(1, 'late'));
    expect(did).toEqual(['long', 'soon']);
  });
});
