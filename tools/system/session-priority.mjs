import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './failure.mjs';

const attempts = 20;
/** The system takes ten such wishes a second from all ordinary users together (ms). */
const between = 150;

/**
 * Where Linux shares the processor out by session (`sched_autogroup_enabled`), priorities count among the threads of
 * one session only: gives the session that the process leads `nice` (0 to 19) among sessions. Idle processors stay
 * its own. Where there is no such thing nothing happens.
 * @param {number} pid
 * @param {number} nice
 * @param {(path: string, text: string) => void} [write]
 */
export const lowerSession = async (pid, nice, write = writeFileSync) => {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      write(`/proc/${pid}/autogroup`, String(nice));
      return;
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') return;
    }
    await sleep(between, undefined, { ref: false });
  }
};
