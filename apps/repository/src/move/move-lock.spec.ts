import type { ByteProcess } from '../byte-process/byte-process.js';
import type { RefChanges } from '../ref-change/ref-changes.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { MoveLock } from './move-lock.js';

const repository = 'r';
const soon = () => Date.now() + 5_000;

/** A lock over pushes of which so many come in and have not been decided. */
const over = (undecided: number) => {
  const state = { undecided, ended: 0, quiet: true };
  const bytes = {
    occupants: () => Promise.resolve({ reads: 3, writes: state.undecided }),
    endWrites: () => {
      state.ended += state.undecided;
      state.undecided = 0;
      return Promise.resolve();
    },
  };
  const gate = new WriteGate();
  const changes = { isQuiet: () => state.quiet };
  const lock = new MoveLock(gate, bytes as unknown as ByteProcess, changes as unknown as RefChanges);
  return { state, gate, lock };
};

describe('the lock of a repository that moves', () => {
  it('is had where nobody writes, whoever reads, and says how long writes have waited', async () => {
    const { lock, gate } = over(0);
    const waited = await lock.during(repository, false, async (since) => {
      expect(() => gate.close(repository)).toThrow();
      return Promise.resolve(since());
    });
    expect(waited).toBeGreaterThan(0);
    gate.close(repository).open();
  });

  it.each([
    ['a push comes in', (all: ReturnType<typeof over>) => (all.state.undecided = 1)],
    ['a ref is being changed', (all: ReturnType<typeof over>) => (all.state.quiet = false)],
  ])('is given up politely while %s, which goes on', async (_, busy) => {
    const all = over(0);
    busy(all);
    expect(await all.lock.during(repository, false, () => Promise.resolve('done'))).toBeUndefined();
    expect(all.state.ended).toBe(0);
    (await all.gate.enter(repository, soon()))();
  });

  it('ends pushes that have not been decided where it is firm, and no other', async () => {
    const { lock, gate, state } = over(2);
    // One that was decided writes: it comes to its end, and nobody is ended before that.
    const leave = await gate.enter(repository, soon());
    const work = lock.during(repository, true, () => Promise.resolve('done'));
    const late = gate.enter(repository, soon(), true);
    setTimeout(() => {
      expect(state.ended).toBe(0);
      leave();
    }, 6_000);
    // What came to be decided before the door was barred is let in, and is waited for, too.
    (await late)();
    expect(await work).toBe('done');
    expect(state.ended).toBe(2);
    (await gate.enter(repository, soon()))();
  });

  it('ends no push that takes a second, where it is firm', async () => {
    const { lock, state } = over(1);
    setTimeout(() => (state.undecided = 0), 1_000);
    expect(await lock.during(repository, true, () => Promise.resolve('done'))).toBe('done');
    expect(state.ended).toBe(0);
  });

  it('is given up where its work fails', async () => {
    const { lock, gate } = over(0);
    await expect(lock.during(repository, false, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    gate.close(repository).open();
  });
});
