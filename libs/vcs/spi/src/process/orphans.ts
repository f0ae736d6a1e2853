import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineMark } from './child-processes.js';
import { temporaryName } from './temporary-directories.js';

/** So long is waited for killed processes to be gone (ms): one that waits for a disk ends when that answers. */
const patience = 5_000;

/**
 * Makes the directory of an engine's own, whose path is its mark, and ends what an engine before it has left running,
 * and removes what that wrote for a while.
 * Where there was no such directory nobody has, and to look at all processes takes a while.
 */
export const claimState = async (directory: string): Promise<void> => {
  if ((await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined) return;
  await killOrphans(directory);
  await rm(join(directory, temporaryName), { recursive: true, force: true });
};

/**
 * Kills the process groups that a dead engine of the same mark has left behind, and waits until they are gone, so that
 * whatever lock lies on the disk afterwards belongs to nobody. Only processes whose parent is no longer the engine that
 * started them. Needs /proc; elsewhere it does nothing. Answers the number of killed groups.
 */
const killOrphans = async (mark: string): Promise<number> => {
  const groups = await orphansOf(mark);
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }
  for (const end = Date.now() + patience; groups.size > 0 && Date.now() < end; await sleep(10)) {
    const marked = [...(await processesWith(mark)).values()];
    if (!marked.some(({ group }) => groups.has(group))) break;
  }
  return groups.size;
};

interface Marked {
  parent: number;
  group: number;
}

/** The processes with the mark, by their ids. One that has ended has no environment, even before its parent knows. */
const processesWith = async (mark: string): Promise<Map<number, Marked>> => {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const wanted = `\0${engineMark}=${mark}\0`;
  const marked = new Map<number, Marked>();
  await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      if (!`\0${environment}`.includes(wanted)) return;
      const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
      // pid (name) state ppid pgrp …: the name may hold blanks and brackets.
      const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
      marked.set(pid, { parent: Number(fields[1]), group: Number(fields[2]) });
    }),
  );
  return marked;
};

const orphansOf = async (mark: string): Promise<Set<number>> => {
  const marked = await processesWith(mark);
  const orphaned = new Set<number>();
  for (const [pid, { parent, group }] of marked) {
    if (pid === group && !(await isEngine(parent))) orphaned.add(group);
    // The leader is gone already, what it started is not.
    if (!marked.has(group)) orphaned.add(group);
  }
  return orphaned;
};

const isEngine = async (pid: number): Promise<boolean> => {
  if (pid <= 1) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
  return /(^|\/)node(js)?\0/.test(command);
};
