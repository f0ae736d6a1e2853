import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Takes a bundle into a repository, and prints how often texts of lists of files were hashed, by how many lists. */
const taking = String.raw`
import collections, os, sys
sys.path.insert(0, sys.argv[1])
import hf_allowed, hf_base
from mercurial import bundle2, exchange, hg, revlog

hf_allowed.allow()
times, hash_of = collections.Counter(), revlog.revlog.hash

def counting(log, text, *parents):
    if log.radix.startswith(b'00manifest'):
        times[bytes(text)] += 1
    return hash_of(log, text, *parents)

revlog.revlog.hash = counting
repo = hg.repository(hf_base.fresh_ui(), os.fsencode(sys.argv[2])).unfiltered()
with repo.wlock(), repo.lock(), repo.transaction(b'push') as transaction, open(sys.argv[3], 'rb') as source:
    bundle = exchange.readbundle(repo.ui, source, b'bundle')
    bundle2.applybundle(repo, bundle, transaction, source=b'push', url=b'')
print(len(repo), dict(collections.Counter(times.values())), end='')
`;

// A push of 600 changesets over 40,000 files was refused for the time that it took: nearly all of it was the hashes of
// the same lists, three times each.
describeMercurial('a list of files that is pushed', () => {
  const world = sharedWorld();

  it('is compared with its id once', async () => {
    const work = await world.work();
    const there = world.place('there');
    const bundle = world.place('bundle');
    await world.commit(work, 'first', 'one');
    await world.commit(work, 'other', 'one');
    await world.must(world.root, 'clone', '-U', work, there);
    for (const text of ['two', 'three', 'four', 'five']) await world.commit(work, 'first', text);
    await world.must(work, 'bundle', '-q', '--base', '1', bundle);
    const words = ['-c', taking, join(world.root, 'state/program'), there, bundle];
    expect((await world.python(world.root, words)).output.split('\n')).toContain('6 {1: 4}');
  });
});
