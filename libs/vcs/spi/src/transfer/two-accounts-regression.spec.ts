import { begunTurns } from './begun-turns.js';
import { TransferTurns } from './transfer-turns.js';

// An account had a quarter of all turns: half of those of a repository. Two of them, whose transfers brought a little
// more than slow ones do, kept it from everybody else for as long as they liked.
describe('turns in a repository in which two accounts ask for very many', () => {
  it.each([
    [48, 24],
    [32, 16],
    [16, 8],
    [8, 5],
    [6, 5],
    [4, 3],
  ])('of %d in all, %d of them there, are there for a third one', (total, perRepository) => {
    const turns = new TransferTurns({ total, perRepository }, 1_000);
    const [first, second, third] = begunTurns(turns, ['ann', 'bob', 'cleo']);
    expect(first).toBe(Math.min(Math.ceil(total / 4), Math.ceil(perRepository / 3)));
    expect([second, third]).toEqual([first, Math.min(first, perRepository - 2 * first)]);
    expect(third).toBeGreaterThan(0);
  });

  it('are two for each where there are four, and one where there are fewer', () => {
    const alone = (perRepository: number): number[] =>
      begunTurns(new TransferTurns({ total: 8, perRepository }, 1_000), ['ann']);
    expect([4, 3, 2, 1].map(alone)).toEqual([[2], [1], [1], [1]]);
  });
});
