import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The system takes ten wishes for sessions a second from all ordinary users together (ms). */
const betweenWishes = 150;

/** Has a process, which leads a session of its own, give way to others. */
export const lowerPriority = (child: ChildProcess, priority: number): void => {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, priority);
  } catch {
    // It has ended already.
  }
  lowerSession(child, priority);
};

/**
 * Where Linux shares the processor out by session (`sched_autogroup_enabled`), a priority counts among the processes
 * of one session only, and each child leads one: so its session gets the same.
 */
const lowerSession = (child: ChildProcess, priority: number): void => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(priority));
  } catch (error) {
    // Otherwise it has ended already, or this system has no such thing: neither matters.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN')
      setTimeout(lowerSession, betweenWishes, child, priority).unref();
  }
};
