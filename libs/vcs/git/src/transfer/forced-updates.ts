import type { RefUpdate } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';

/**
 * Which of these refs (full names) would lose commits by an update. `environment` shows the objects that are new;
 * `until`: milliseconds since the epoch.
 */
export const forcedUpdates = async (
  processes: GitProcesses,
  directory: string,
  refs: readonly string[],
  updates: Iterable<RefUpdate>,
  environment: Record<string, string>,
  until: number,
): Promise<ReadonlySet<string>> => {
  const wanted = new Set(refs);
  const forced = new Set<string>();
  for (const { ref, old, new: next } of updates) {
    if (!wanted.has(ref) || old === undefined || next === undefined) continue;
    if (Date.now() >= until) {
      forced.add(ref);
      continue;
    }
    const { code } = await processes.run(
      { command: 'merge-base', directory, flags: ['--is-ancestor'], ids: [old, next] },
      { environment, timeout: until - Date.now() },
    );
    // Anything but a clear yes, an id that is no commit for instance, counts as forced.
    if (code !== 0) forced.add(ref);
  }
  return forced;
};
