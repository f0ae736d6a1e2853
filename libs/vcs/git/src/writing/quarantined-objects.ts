import type { GitProcesses } from '../process/git-processes.js';
import type { HeldObjects } from './held-objects.js';
import type { NewObject } from './new-objects.js';
import { Quarantine } from './quarantine.js';
import { writeObjects } from './written-pack.js';

/**
 * Objects that git has written into a quarantine, and looked at. `objects`: each after those that it names. Undefined
 * where git does not take them.
 * @throws VcsRefusal `unavailable` where it could not write them
 */
export const quarantined = async (
  processes: GitProcesses,
  directory: string,
  objects: readonly NewObject[],
  signal: AbortSignal,
): Promise<HeldObjects | undefined> => {
  const quarantine = await Quarantine.open(directory);
  const remove = () => quarantine.remove();
  const ids = objects.map(({ id }) => id);
  try {
    const wrong = await writeObjects(processes, directory, quarantine, objects, signal);
    if (wrong === undefined)
      return { bytes: await quarantine.size(), migrate: () => quarantine.migrate(ids), remove };
  } catch (error) {
    await remove();
    throw error;
  }
  await remove();
  return undefined;
};
