import { readFile } from 'node:fs/promises';

/** The processes that one has started; none where there is none, or no /proc. */
export const childrenOf = async (parent: number | undefined): Promise<number[]> => {
  if (parent === undefined) return [];
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'latin1').catch(() => '');
  return children.trim().split(' ').filter(Boolean).map(Number);
};

/** Ends a process at once. */
export const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};
