import type { ChildProcess } from 'node:child_process';

/** How a program ends; -1: by a signal, or it did not begin. */
export const exitOf = (child: ChildProcess): Promise<{ code: number; signal?: NodeJS.Signals }> => {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code: code ?? -1, ...(signal ? { signal } : {}) }));
    child.once('error', () => resolve({ code: -1 }));
  });
};
