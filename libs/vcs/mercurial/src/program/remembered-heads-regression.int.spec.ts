import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/**
 * Looks for the .hgtags of all heads: twice beside a push that is given up, after it, twice beside one that is not, and
 * after it. Prints of how many heads the lists of files were read each time.
 */
const looking = String.raw`
import os, sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_tags
from mercurial import context, hg, tags, ui

read, counts = [], []
compute = tags.hgtagsfnodescache._computefnode
tags.hgtagsfnodescache._computefnode = lambda cache, node: (read.append(node), compute(cache, node))[1]

def opened():
    return hg.repository(ui.ui.load(), os.fsencode(sys.argv[2])).unfiltered()

def look(repo):
    del read[:]
    hf_tags.files(repo)
    counts.append(len(read))

def push(end):
    repo = opened()
    with repo.wlock(), repo.lock():
        transaction = repo.transaction(b'push')
        parents = (repo[b'tip'].node(), None)
        context.memctx(repo, parents, end, [], lambda *_: None, b'me', extra={b'branch': b'mine'}).commit()
        look(repo)
        look(repo)
        getattr(transaction, end.decode())()

push(b'abort')
look(opened())
push(b'close')
look(opened())
print(*counts, end='')
`;

// Each push asks six times which .hgtags each head has, and each time read the whole list of files of every head that
// nobody had asked about outside of a push: 300 heads upon a large list kept everybody from pushing, for ever.
describeMercurial('the .hgtags of heads', () => {
  const world = sharedWorld();

  const withHeads = async (count: number) => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    await world.commit(work, 'file', 'one');
    for (let number = 1; number <= count; number += 1) {
      await world.must(work, 'update', '-q', '0');
      await world.must(work, 'branch', `branch${number}`);
      await world.commit(work, 'file', `of ${number}`);
    }
    await world.must(work, 'push', '-q', '--new-branch', url);
    return { url, directory, work };
  };
  const look = async (directory: string): Promise<string> => {
    const program = join(world.root, 'state/program');
    const { output } = await world.python(directory, ['-c', looking, program, directory]);
    // What Mercurial says of the transaction comes behind it.
    return /^[\d ]*/.exec(output)?.[0] ?? '';
  };

  it('are found out once, also beside a push; of what a push brings, when it is there to stay', async () => {
    const { directory } = await withHeads(3);
    await rm(join(directory, '.hg/cache/hgtagsfnodes1'));
    // Three heads, of which the push goes on from the newest.
    expect(await look(directory)).toBe('3 0 1 1 0 0');
  });

  // As Mercurial's own: a record that is wrong was read past each time, and stayed.
  it('are found out once where what is remembered of one is wrong', async () => {
    const { directory } = await withHeads(2);
    await look(directory);
    const cache = join(directory, '.hg/cache/hgtagsfnodes1');
    const records = await readFile(cache);
    // Of the first head: four bytes of its id, and a .hgtags that is not there.
    records.fill('x', 24 + 4, 2 * 24);
    await writeFile(cache, records);
    expect(await look(directory)).toBe('2 0 0 1 0 0');
  });

  it('are known after the push that brought them', async () => {
    const { directory } = await withHeads(2);
    expect(await look(directory)).toBe('1 0 0 1 0 0');
  });
});
