import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// `svnrdump` has each file that a remote sends in a temporary one, until it has all of it: of a few megabytes on the
// wire gigabytes, which counted for nothing.
describeSubversion('what comes from a remote and is not loaded yet', () => {
  const world = SubversionWorld.ofSuite();

  it('takes room as what is loaded does', async () => {
    const programs = join(world.root, 'programs');
    await mkdir(programs, { recursive: true });
    const growing = '#!/bin/sh\nhead -c 4000000 /dev/zero > "$TMPDIR/file"\nexec sleep 40\n';
    await writeFile(join(programs, 'svnrdump'), growing);
    await chmod(join(programs, 'svnrdump'), 0o755);
    const { directory } = await world.repository(false);
    const room = ({ bytes }: { bytes: number }) =>
      Promise.resolve(bytes > 1_000_000 ? { refused: 'over the limit' } : { held: bytes });
    Object.assign(world, { storage: { room, left: () => undefined, wrote: () => undefined } });
    const work = { signal: new AbortController().signal, tell: () => undefined };
    const remote = { url: 'http://127.0.0.1:9/repository', username: 'developer', password: 'x' };
    const fetched = world.kind
      .open(directory)
      .remotes.fetch(remote, { ...work, principal: 'admin', metered: true });
    await expect(fetched).rejects.toMatchObject({ code: 'no_room', message: 'over the limit' });
  });
});
