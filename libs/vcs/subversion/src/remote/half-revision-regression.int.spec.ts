import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, programPath, SubversionWorld } from '../subversion-world.fixture.js';

/** Cuts the first dump of revisions off behind the first file of the second one. */
const cutting = `#!/bin/sh
PATH=${programPath}
case "$*" in *HEAD:HEAD*) exec svnrdump "$@";; esac
[ -e "$0.cut" ] && exec svnrdump "$@"
svnrdump "$@" > "$0.cut" || exit
at=$(grep -abo 'Node-path: b2' "$0.cut" | cut -d: -f1)
exec head -c "$at" "$0.cut"
`;

// `svnadmin load` takes the end of what it reads for that of a revision: where whoever sent it was killed between two
// files, the revision had the first one only, and the next attempt went on behind it.
describeSubversion('a revision of which a part has come', () => {
  const world = SubversionWorld.ofSuite();

  it('is loaded anew by the next attempt', async () => {
    const programs = join(world.root, 'programs');
    await mkdir(programs, { recursive: true });
    await writeFile(join(programs, 'svnrdump'), cutting);
    await chmod(join(programs, 'svnrdump'), 0o755);
    const source = await world.repository(false);
    for (const revision of ['1', '2', '3']) {
      const file = join(world.root, revision);
      await writeFile(file, revision.repeat(1000));
      const puts = ['a', 'b'].flatMap((name) => ['put', file, `${name}${revision}`]);
      await world.must('svnmucc', ['-u', 'ann', '-m', 'two', '-U', `file://${source.directory}`, ...puts]);
    }
    const target = await world.repository(false);
    const { remotes } = world.kind.open(target.directory);
    const told: string[] = [];
    const fetch = () => {
      const work = {
        signal: new AbortController().signal,
        tell: ({ doing }: { doing: string }) => told.push(doing),
      };
      const remote = { url: source.url, username: 'developer', password: 'x' };
      return remotes.fetch(remote, { ...work, principal: 'admin', metered: false });
    };
    await expect(fetch()).rejects.toMatchObject({ code: 'unavailable' });
    expect(told.splice(0)).toContain('revision 2 of 3');
    const incoming = await fetch();
    expect(told).not.toContain('revision 1 of 3');
    await incoming.publish({ owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 });
    await incoming.discard();
    const history = (directory: string) => world.must('svnadmin', ['dump', '-q', directory]);
    expect(await history(target.directory)).toBe(await history(source.directory));
  });
});
