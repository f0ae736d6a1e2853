import type { GitProcesses } from '../process/git-processes.js';

/**
 * What git says of the references of a repository.
 * @throws Error when git does not say, or not in so long (ms)
 */
export const toldReferences = async (
  processes: GitProcesses,
  directory: string,
  flags: string[],
  timeout: number,
): Promise<string> => {
  const { code, stdout } = await processes.run({ command: 'for-each-ref', directory, flags }, { timeout });
  if (code !== 0) throw new Error('git did not list the references');
  return stdout;
};
