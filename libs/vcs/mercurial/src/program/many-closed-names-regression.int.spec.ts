import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Prints of how many changesets the branch was asked, while a push brings 50 closed branches with names of tags. */
const counting = String.raw`
import os, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_names

served = hf_base.opened(hf_base.fresh_ui(), sys.argv[2])
asked = []
branch_of = hf_names.branch_of
hf_names.branch_of = lambda repo, rev: (asked.append(rev), branch_of(repo, rev))[1]
names = ['closed%d' % at for at in range(50)]
hf_names.grown_branches = lambda repo: set(names)
hf_base.before = lambda repo: repo
before = {'branch': {'default': '0' * 40}, 'tag': dict.fromkeys(names, 'f' * 40), 'bookmark': {}}
list(hf_names.shadowing(served, before, before))
print(len(asked), end='')
`;

// All changesets were gone through for each such name, for minutes, and nobody else could write.
describeMercurial('closed branches and tags of the same names', () => {
  const world = sharedWorld();

  it('have nobody look at each changeset', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    for (const text of ['x', 'y', 'z']) await world.commit(work, 'one', text);
    await world.must(work, 'push', '-q', url);
    const program = join(world.root, 'state/program');
    expect((await world.python(directory, ['-c', counting, program, directory])).output).toBe('0');
  });
});
