import { setTimeout as sleep } from 'node:timers/promises';
import { mostMemoryOf } from './growing-processes.fixture.js';
import type { MercurialWorld } from './mercurial-world.fixture.js';

/** Does this, and answers the most memory that a process of the engine had (bytes): also one that has ended since. */
export const memoryDuring = async (world: MercurialWorld, work: () => Promise<void>): Promise<number> => {
  let [most, isOver] = [0, false];
  const looking = (async () => {
    for (; !isOver; await sleep(10))
      for (const pid of await world.processes())
        most = Math.max(most, await mostMemoryOf(pid).catch(() => 0));
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await looking;
  }
  if (most === 0) throw new Error('there was no process of the engine');
  return most;
};
