import { VcsRefusal, type Faults, type LongWork } from '@holdfast/vcs-spi';
import { FaultLines, mustExist } from '@holdfast/vcs-spi/engine';
import type { CommandLine } from '../process/command-line.js';
import { youngestIn } from '../process/youngest.js';

/** Looks through all revisions for damage. Commits go on meanwhile: it ends with the newest of its beginning. */
export const checkRevisions = async (
  commands: CommandLine,
  directory: string,
  { signal, tell }: LongWork,
): Promise<Faults> => {
  await mustExist(directory);
  const faults = new FaultLines(directory);
  const youngest = await youngestIn(directory);
  const code = await commands.watch(
    'svnadmin',
    ['verify', '--keep-going', directory],
    signal,
    (line, isError) => {
      const [, revision] = /^\* Verified revision (\d+)\./.exec(line) ?? [];
      if (revision !== undefined) {
        const percent = youngest === 0 ? 100 : (Number(revision) * 100) / youngest;
        return tell({ doing: `revision ${revision} of ${youngest}`, percent });
      }
      if (isError) faults.add(line);
    },
  );
  signal.throwIfAborted();
  if (code < 0)
    throw new VcsRefusal('unavailable', 'svnadmin was ended while it looked through a repository');
  if (code !== 0 && faults.all.count === 0) faults.add(`svnadmin verify ended with ${code}`);
  return faults.all;
};
