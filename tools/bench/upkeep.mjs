import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves when the processes of git have used nothing for some seconds: what comes next would share the machine with
 * them. @param {import('./bench.mjs').Bench} bench
 */
export const upkeepOver = async ({ sampleCpu }) => {
  const used = () => sampleCpu().git ?? 0;
  for (let quiet = 0, before = used(); quiet < 5;) {
    await sleep(1_000);
    const now = used();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
};
