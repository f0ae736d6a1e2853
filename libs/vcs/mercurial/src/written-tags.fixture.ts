import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MercurialWorld } from './mercurial-world.fixture.js';

/** What specs of tags do in a world whose heads say things of them. */
export const writtenTags = (world: MercurialWorld) => {
  /** Commits this as all of `.hgtags`. */
  const saying = async (work: string, lines: string | Buffer): Promise<void> => {
    await writeFile(join(work, '.hgtags'), lines);
    await world.must(work, 'commit', '-q', '-A', '-u', 'me', '-m', 'tags');
  };

  const tagged = world.copies(async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const good = await world.commit(work, 'one', 'x');
    await world.must(work, 'tag', '-u', 'me', '-r', good, 'v1.0');
    await world.must(work, 'push', '-q', url);
    const tip = (await world.must(work, 'identify', '--id', '--debug')).trim();
    return { directory, work, good, tip };
  });

  return {
    saying,

    /** With new heads and branches. */
    push: (work: string, url: string) => world.hg(work, 'push', '--new-branch', '-f', url),

    /** As the API tells them: a commit and a name each, the first nine. */
    tags: async (directory: string): Promise<string[] | undefined> =>
      (await world.kind.open(directory).tags?.snapshot())
        ?.page(0, 9)
        .map(({ id, commit }) => `${commit} ${id}`),

    /** A repository with a tag `v1.0` at its first commit. */
    tagged,

    /** A head of a branch of its own with this file of tags; then another commit upon the tip, which is newer. */
    beside: async (work: string, tip: string, lines: string, branch = 'topic', from = tip) => {
      await world.must(work, 'update', '-q', '-C', from);
      await world.must(work, 'branch', branch);
      await saying(work, lines);
      await world.must(work, 'update', '-q', '-C', tip);
      return world.commit(work, 'two', branch);
    },
  };
};
