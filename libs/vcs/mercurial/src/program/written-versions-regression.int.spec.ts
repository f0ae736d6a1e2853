import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/**
 * Makes versions of .hgtags that are stored as differences after each other, of which many go on from late ones. Prints
 * which of them are read otherwise than Mercurial does it, whether the chains are long, and how many differences were
 * gone through for each version.
 */
const reading = String.raw`
import os, random, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_written
from mercurial import hg, mdiff

repo = hg.repository(hf_base.fresh_ui(), os.fsencode(sys.argv[2])).unfiltered()
made, versions = random.Random(3), []
with repo.wlock(), repo.lock(), repo.transaction(b'versions') as transaction:
    # Before 7.2 it knows no such word.
    log = repo.file(b'.hgtags', **({'writable': True} if 'writable' in repo.file.__code__.co_varnames else {}))
    junk = b'z' * 6_000 + b'\n'

    def add(text, before=repo.nullid, said={}):
        versions.append(log.add(text, said, transaction, 0, before, repo.nullid))
        return versions[-1]

    last = add(junk)
    for at in range(300):
        last = add(junk + b'%d\n' % at, last)
    late = versions[-20:]
    for at in range(600):
        add(junk + b'x%d\n' % at, made.choice(late))
    add(b'')
    add(b'\1\nodd\n\1\n' + junk)
    add(junk, said={b'copy': b'other', b'copyrev': b'0' * 40})
    made.shuffle(versions)
    log = repo.file(b'.hgtags')
    whole = [log.read(each) for each in versions]
    through, patches = [], mdiff.patches
    mdiff.patches = lambda text, some: (through.extend(some), patches(text, some))[1]
    texts = hf_written.Texts(log)
    wrong = [at for at, each in enumerate(versions) if texts.read(each) != whole[at]]
    longest = max(len(log._revlog._deltachain(log.rev(each))[0]) for each in versions)
print(wrong, longest > 250, len(through) / len(versions) < 20, end='')
`;

/** Prints what is kept where there is room for three. */
const keeping = String.raw`
import sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_written

kept = hf_written.Kept(3)
for name in 'abc':
    kept.put(name, name, 1)
kept.put('b', 'other', 1), kept.get('a'), kept.put('d', 'd', 2), kept.put('large', 'large', 4)
print([kept.get(name) for name in ('a', 'b', 'c', 'd', 'large')], kept.room)
kept.put('e', 'e', 3)
print(kept.get('e'), kept.let_go(), kept.get('e'), kept.room)
`;

// A developer stored 900 versions as differences after each other, and 10,000 heads that go on from the last one. Each
// push of others then went through 900 differences for each head, six times, and was refused for the time that it took.
describeMercurial('versions of .hgtags', () => {
  const world = sharedWorld();
  const told = async (script: string, ...more: string[]) =>
    (await world.python(world.root, ['-c', script, join(world.root, 'state/program'), ...more])).output;

  it('are read as Mercurial reads them, each from what was read before', async () => {
    const work = await world.work();
    await world.commit(work, 'file', 'one');
    expect(await told(reading, work)).toBe('[] True True');
  });

  it('are kept as far as there is room', async () => {
    expect((await told(keeping)).trim()).toBe("['a', None, None, 'd', None] 0\ne None None 3");
  });
});
