import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** What names one process for ever, as far as a system tells it: a pid is given away again. */
export interface ProcessMark {
  host: string;
  pid: number;
  /** Of the machine, which another one of the same name does not have; absent where it has none. */
  machine?: string;
  /** Of the time since its start; absent where the system does not tell. */
  boot?: string;
  /** When the process began, in ticks since then. */
  start?: string;
}

/** A file of the system; undefined where there is none. */
const told = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'latin1').trim() || undefined;
  } catch {
    return undefined;
  }
};

/** Undefined: no such process, or one that has ended and was not waited for. */
const startOf = (pid: number): string | undefined => {
  const text = told(`/proc/${pid}/stat`);
  const [state, ...fields] = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
  return state === undefined || 'ZX'.includes(state) ? undefined : fields[18];
};

export const thisProcess = (): ProcessMark => {
  const id = told('/etc/machine-id');
  const machine = id && createHash('sha256').update(`holdfast backup ${id}`).digest('hex').slice(0, 16);
  const boot = told('/proc/sys/kernel/random/boot_id');
  const start = startOf(process.pid);
  return {
    ...{ host: hostname(), pid: process.pid },
    ...(machine !== undefined && { machine }),
    ...(boot !== undefined && { boot }),
    ...(start !== undefined && { start }),
  };
};

/** Whether a process has ended for sure: nobody knows of those of other machines. `own`: what this process is. */
export const isDead = (mark: ProcessMark, own: ProcessMark = thisProcess()): boolean => {
  if (mark.host !== own.host) return false;
  const { machine, boot, pid, start } = mark;
  // Earlier versions have noted no more than the pid.
  if (boot === undefined || start === undefined) return hasEnded(pid);
  // Of a machine without an id it is not known whether it was started again, or is another one of that name.
  if (boot !== own.boot) return machine !== undefined && machine === own.machine;
  return startOf(pid) !== start;
};

const hasEnded = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return pid === process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};
