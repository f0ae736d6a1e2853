import { TransferTurns, type TurnPlaces } from '@holdfast/vcs-spi/engine';
import { begunTurns } from '@holdfast/vcs-spi/conformance';
import { usualLimits } from './transfer-limits.js';

const isOfTurns = (limit: unknown): limit is TurnPlaces =>
  typeof limit === 'object' && limit !== null && 'perRepository' in limit;

// Two accounts had all that a repository may have, for as long as they liked.
describe('what goes on at a time in one repository', () => {
  const sorts = Object.entries(usualLimits).filter(([, limit]) => isOfTurns(limit));
  it.each(sorts)('is not all of two accounts: %s', (_, limit) => {
    const turns = new TransferTurns(limit as TurnPlaces, 1_000);
    const [ann, bob, cleo] = begunTurns(turns, ['ann', 'bob', 'cleo']);
    expect(cleo).toBeGreaterThan(0);
    expect(bob).toBe(ann);
    expect(ann).toBeGreaterThan(1);
  });
});

// A client of Git LFS gives up what waits for half a minute, and has eight of a push under way.
it('all that a client of Git LFS has under way has its turn', () => {
  const alone = ({ downloads, uploads }: typeof usualLimits): number[][] =>
    [downloads, uploads].map((limit) => begunTurns(new TransferTurns(limit, 1_000), ['ann']));
  expect(alone(usualLimits)).toEqual([[12], [8]]);
});
