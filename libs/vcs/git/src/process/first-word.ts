import type { ChildProcess } from 'node:child_process';

/** Resolves when a process has said something for the first time, or has ended. */
export const firstWordOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const heard = (): void => resolve();
    child.stdout?.once('data', heard);
    child.once('error', heard).once('close', heard);
  });
