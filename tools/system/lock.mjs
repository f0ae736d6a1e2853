import { mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { livingProcess, writePidFile } from './pid-files.mjs';
import { identify } from './process-identity.mjs';

// The directory guards the few instructions between reading a pid file and writing it. Whoever dies in
// between leaves it behind; nobody needs it for as long as this.
const abandonedAfter = 5_000;

const enter = async (guard) => {
  for (;;) {
    try {
      return mkdirSync(guard, { mode: 0o700 });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    try {
      if (Date.now() - statSync(guard).mtimeMs > abandonedAfter) rmdirSync(guard);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    await sleep(10);
  }
};

/**
 * Makes this process the owner of a pid file. Answers `{ release }`, or `{ holder }` when a living process
 * owns it; a dead one's is taken over.
 */
export const acquire = async (file) => {
  const guard = `${file}.guard`;
  await enter(guard);
  try {
    const holder = livingProcess(file);
    if (holder && holder.pid !== process.pid) return { holder };
    writePidFile(file, identify(process.pid));
    return { release: () => rmSync(file, { force: true }) };
  } finally {
    rmdirSync(guard);
  }
};

/** Runs `work` while no other process is in the same section; `waiting` is called once if one has to wait. */
export const alone = async (file, work, waiting = () => {}) => {
  let lock = await acquire(file);
  if (lock.holder) waiting(lock.holder);
  while (lock.holder) {
    await sleep(100);
    lock = await acquire(file);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
};
