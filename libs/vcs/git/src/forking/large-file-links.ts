import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { objectsIn } from '../lfs/large-file-places.js';
import { objectId } from '../lfs/lfs-protocol.js';
import { unlessAbsent } from '../refs/absence.js';
import type { SharedFiles } from './shared-files.js';

const shard = /^[0-9a-f]{2}$/;

/**
 * Gives a repository the large files that another one holds now. They never change, and none goes. What comes to the
 * other one later, nobody reads here.
 * @throws VcsRefusal `no_room`; `unavailable` once the signal says that nobody waits
 */
export const linkLargeFiles = async (
  source: string,
  fresh: string,
  files: SharedFiles,
  signal: AbortSignal,
): Promise<void> => {
  const [from, to] = [objectsIn(source), objectsIn(fresh)];
  for (const outer of await namesIn(from, shard))
    for (const inner of await namesIn(join(from, outer), shard)) {
      const inside = join(outer, inner);
      const names = await namesIn(join(from, inside), objectId);
      if (names.length > 0) await mkdir(join(to, inside), { recursive: true, mode: 0o700 });
      for (const name of names) {
        if (signal.aborted) throw new VcsRefusal('unavailable', 'the fork took too long');
        await files.share(join(from, inside, name), join(to, inside, name));
      }
    }
};

const namesIn = async (directory: string, form: RegExp): Promise<string[]> =>
  ((await readdir(directory).catch(unlessAbsent)) ?? []).filter((name) => form.test(name));
