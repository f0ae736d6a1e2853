import { mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './failure.mjs';
import { livingProcess, writePidFile } from './pid-files.mjs';
import { thisProcess } from './process-identity.mjs';

/** @import { Identity } from './process-identity.mjs' */

// The directory guards the few instructions between reading a pid file and writing it. Whoever dies in
// between leaves it behind; nobody needs it for as long as this.
const abandonedAfter = 5_000;

/** @param {string} guard */
const enter = async (guard) => {
  for (;;) {
    try {
      return mkdirSync(guard, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    try {
      if (Date.now() - statSync(guard).mtimeMs > abandonedAfter) rmdirSync(guard);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    await sleep(10);
  }
};

/**
 * Makes this process the owner of a pid file. Answers `{ release }`, or `{ holder }` when a living process
 * owns it; a dead one's is taken over.
 * @param {string} file
 * @returns {Promise<{ release: () => void, holder?: undefined } | { release?: undefined, holder: Identity }>}
 */
export const acquire = async (file) => {
  const guard = `${file}.guard`;
  await enter(guard);
  try {
    const holder = livingProcess(file);
    if (holder && holder.pid !== process.pid) return { holder };
    writePidFile(file, thisProcess());
    return { release: () => rmSync(file, { force: true }) };
  } finally {
    rmdirSync(guard);
  }
};

/**
 * Runs `work` while no other process is in the same section; `waiting` is called once if one has to wait.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 * @param {(holder: Identity) => void} [waiting]
 */
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
