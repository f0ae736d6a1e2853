import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MercurialWorld } from './mercurial-world.fixture.js';

/** What specs of tags do in a world whose heads say things of them. */
export const writtenTags = (world: MercurialWorld) => ({
  /** Commits this as all of `.hgtags`. */
  saying: async (work: string, lines: string | Buffer): Promise<void> => {
    await writeFile(join(work, '.hgtags'), lines);
    await world.must(work, 'commit', '-q', '-A', '-u', 'me', '-m', 'tags');
  },

  /** With new heads and branches. */
  push: (work: string, url: string) => world.hg(work, 'push', '--new-branch', '-f', url),

  /** As the API tells them: a commit and a name each, the first nine. */
  tags: async (directory: string): Promise<string[] | undefined> =>
    (await world.kind.open(directory).tags?.snapshot())
      ?.page(0, 9)
      .map(({ id, commit }) => `${commit} ${id}`),
});
