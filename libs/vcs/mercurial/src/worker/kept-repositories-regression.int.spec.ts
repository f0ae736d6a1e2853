import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

/** What a program finds that keeps what it has read of 60 repositories, 8 MiB of each. It may have 640 MiB. */
const keeping = String.raw`
import os, resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (640 << 20, 640 << 20))
sys.path.insert(0, sys.argv[1])
import hf_base
from mercurial import hg
ui = hf_base.fresh_ui()
pool = hf_base.Pool(ui)
most = 0
for number in range(60):
    path = os.path.join(os.getcwd(), 'kept-%d' % number)
    hg.repository(ui.copy(), os.fsencode(path), create=True)
    with pool.repository(path) as repo:
        repo.ballast = bytearray(os.urandom(1 << 20) * 8)
    del repo
    with open('/proc/self/statm') as told:
        most = max(most, int(told.read().split()[1]) * resource.getpagesize())
print(most >> 20, len(pool.idle))
`;

// A guest read 25 repositories whose lists of files had 7 MB: each process kept 1.9 GB of the 2 GiB that it may have.
describeMercurial('repositories that are open', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    await world.leftovers();
  });

  it('are let go where what is kept of them is half of what the process may have', async () => {
    const script = join(world.root, 'keeping.py');
    await writeFile(script, keeping);
    const { code, output } = await world.python(world.root, [script, join(world.root, 'state', 'program')]);
    const [most, kept] = output.split(' ').map(Number);
    expect([code, most]).toEqual([0, expect.any(Number)]);
    expect(most).toBeGreaterThan(250);
    expect(most).toBeLessThan(400);
    expect(kept).toBeGreaterThan(5);
    expect(kept).toBeLessThan(40);
  });
});
