import { VcsRefusal } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { narrowStack } from '../process/program-stack.js';
import { outputOf } from './command-output.js';
import type { ReadTurn } from './read-turns.js';

/**
 * Looks at all that a commit leads to and the `known` ones do not, as git looks at pushes. A pack may bring more than
 * what its references lead to: of that trees may be missing, or too deep to be cloned.
 * @throws VcsRefusal `not_a_commit` where it cannot be served, `unavailable` where nobody waits any longer
 */
export const mustBeServable = async (
  processes: GitProcesses,
  { directory, signal }: ReadTurn,
  { commit, known }: { commit: string; known: readonly string[] },
): Promise<void> => {
  const command = {
    ...{ command: 'rev-list' as const, directory },
    flags: ['--objects', '--quiet'],
    ids: [commit, ...known.map((id) => `^${id}`)],
  };
  const end = await outputOf(processes, command, signal, () => true, { stack: narrowStack });
  if (end.whole) return;
  if (signal.aborted)
    throw new VcsRefusal('unavailable', 'what the commit leads to could not be read in time');
  throw new VcsRefusal('not_a_commit', 'what it leads to is missing, or cannot be served');
};
