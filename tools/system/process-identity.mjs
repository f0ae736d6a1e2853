import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { codeOf } from './failure.mjs';

// A pid alone says little: it is given away again. Together with the boot and the time at which the process
// started (clock ticks after boot) it names one process for ever.

/** @typedef {{ pid: number, start: string, boot: string }} Identity */

const linux = process.platform === 'linux';

/** @type {string | undefined} */
let known;
/** It stays what it is, and is known when no further file can be opened. */
const boot = () => (known ??= linux ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() : 'any');

/**
 * state, session and start time of a process from /proc/<pid>/stat; the name may contain blanks and brackets
 * @param {number} pid
 */
const stat = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], session: Number(fields[3]), start: fields[19] };
  } catch {
    return undefined;
  }
};

/** @param {number} pid */
const startTime = (pid) => {
  if (linux) {
    const seen = stat(pid);
    return seen && !'ZX'.includes(seen.state) ? seen.start : undefined;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

/**
 * What identifies the process, or undefined when there is no such process.
 * @param {number} pid
 * @returns {Identity | undefined}
 */
export const identify = (pid) => {
  const start = startTime(pid);
  return start === undefined ? undefined : { pid, start, boot: boot() };
};

export const thisProcess = () => {
  const identity = identify(process.pid);
  if (!identity) throw new Error('this process is not to be seen in /proc');
  return identity;
};

/**
 * Whether exactly that process still runs; a zombie does not.
 * @param {Identity | undefined} identity
 * @returns {identity is Identity}
 */
export const isAlive = (identity) =>
  identity !== undefined && identity.boot === boot() && startTime(identity.pid) === identity.start;

/**
 * The processes of the session that `identity` opened, itself included when it lives.
 * The system does not give a pid away while a session bears its number, so the members of a session whose
 * leader is gone can only be that leader's children; a stranger who owns the number is left alone.
 * @param {Identity | undefined} identity
 */
export const sessionOf = (identity) => {
  if (!identity || identity.boot !== boot()) return [];
  const leader = startTime(identity.pid);
  if (leader && leader !== identity.start) return [];
  if (!linux) return leader ? [identity.pid] : [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const seen = stat(pid);
      return seen !== undefined && seen.session === identity.pid && !'ZX'.includes(seen.state);
    });
};

/** Sends a signal; false when the process is gone already. @param {number} pid @param {NodeJS.Signals} name */
export const signal = (pid, name) => {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
};

/** The directory in which a process works, or undefined when that cannot be known. @param {number} pid */
export const workingDirectory = (pid) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
};
