import { readFile } from 'node:fs/promises';

/** The processes that a server has started; none where there is no server, or no /proc. */
export const childrenOf = async (server: number | undefined): Promise<number[]> => {
  if (server === undefined) return [];
  const children = await readFile(`/proc/${server}/task/${server}/children`, 'latin1').catch(() => '');
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
