import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { engineMark, waiting } from '@holdfast/vcs-spi/engine';

/** The command lines of the processes that an engine with this directory of state runs. */
const processesOf = async (state: string): Promise<string[]> => {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      if (!environment.includes(`${engineMark}=${state}\0`)) return [];
      return [(await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).replaceAll('\0', ' ')];
    }),
  );
  return lines.flat();
};

/** Without those that were started before anything is asked. */
export const busyProcessesOf = async (state: string): Promise<string[]> =>
  (await processesOf(state)).filter((line) => !line.includes(waiting));

/** Locks, quarantines and half-made repositories below a directory. */
export const straysBelow = async (path: string): Promise<string[]> => {
  const names = await readdir(path, { recursive: true }).catch(() => []);
  // An engine that stops may interrupt upkeep; the next one that writes removes this.
  return names.filter((name) => /\.lock$|tmp_(?!graph_)|\.new(\/|$)/.test(name));
};

/** What a world has left in its directory, and runs there. */
export const remainsOf = async (root: string): Promise<string[]> => [
  ...(await processesOf(join(root, 'state'))),
  ...(await straysBelow(join(root, 'repositories'))),
];
