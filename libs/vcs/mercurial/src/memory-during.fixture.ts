import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MercurialWorld } from './mercurial-world.fixture.js';

/** Does this, and answers the most memory that a process of the engine had (bytes): also one that has ended since. */
export const memoryDuring = async (world: MercurialWorld, work: () => Promise<void>): Promise<number> => {
  let [most, isOver] = [0, false];
  const looking = (async () => {
    for (; !isOver; await sleep(10))
      for (const pid of await world.processes()) {
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
        most = Math.max(most, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024);
      }
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
