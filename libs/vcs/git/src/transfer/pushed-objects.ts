import { refusal, type Refusal, type RefUpdate } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';

/**
 * The updates of a push of several that git would refuse for their objects, and take the rest: those of objects
 * that are not there, and branches at something that is no commit. `environment` shows the objects of the push.
 * @throws when git does not say.
 */
export async function unwritable(
  processes: GitProcesses,
  directory: string,
  updates: readonly RefUpdate[],
  environment: Record<string, string>,
  timeout: number,
): Promise<Refusal[]> {
  const written = updates.filter((update) => update.new !== undefined);
  if (updates.length < 2 || written.length === 0) return [];
  const { code, stdout } = await processes.run(
    { command: 'cat-file', directory, flags: ['--batch-check=%(objecttype)', '--buffer'] },
    { environment, timeout, input: written.map((update) => `${update.new}\n`).join('') },
  );
  const types = stdout.split('\n');
  if (code !== 0 || types.length !== written.length + 1) throw new Error('git did not look at all objects');
  return written.flatMap((update, at) => {
    if (types[at].endsWith(' missing')) return [refusal(update, 'no_object')];
    return update.sort === 'branch' && types[at] !== 'commit' ? [refusal(update, 'no_commit')] : [];
  });
}
