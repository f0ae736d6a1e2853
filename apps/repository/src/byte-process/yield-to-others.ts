import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/**
 * Who decides does not wait for bytes. It holds for all threads of the child, and for what it starts, since there is
 * nothing of that yet.
 */
export const yieldToOthers = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
};
