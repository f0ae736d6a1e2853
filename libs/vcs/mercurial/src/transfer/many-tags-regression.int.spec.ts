import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/**
 * Puts made-up tags of some heads together in our way and in Mercurial's, and says whether both know the same of them;
 * then long ones, and says how often two changesets were compared.
 */
const together = String.raw`
import random
import sys
sys.path.insert(0, sys.argv[1])
import hf_base
from mercurial import tags
theirs = tags._updatetags
import hf_tags

def known(update, heads, how):
    found, sorts = {}, {}
    for at, head in enumerate(heads):
        more = (b'%d' % at, sorts) if how else ()
        update({name: (nodes[-1], nodes[:-1]) for name, nodes in head.items()}, found, *more)
    return {name: (node, sorted(former), len(former)) for name, (node, former) in found.items()}, sorts

random.seed(7)
same = 0
for at in range(400):
    nodes = [b'%d' % each for each in range(random.choice((3, 10, 200)))]
    heads = [
        {name: random.choices(nodes, k=random.choice((1, 2, 5, 70, 150))) for name in (b'a', b'b') if random.random() < 0.9}
        for _ in range(random.randint(1, 6))
    ]
    same += known(theirs, heads, at % 2) == known(hf_tags.add_tags, heads, at % 2)

class Node(bytes):
    compared = 0
    __hash__ = bytes.__hash__

    def __eq__(self, other):
        Node.compared += 1
        return bytes.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

heads = [{b't': [Node(b'%d %d' % (head, at)) for at in range(3000)]} for head in range(5)]
known(hf_tags.add_tags, heads, False)
print(same, Node.compared < 200_000, tags._updatetags is hf_tags.add_tags)
`;

/** Says of how many made-up heads clients look at more places than we think; whether we think of about as many. */
const looking = String.raw`
import itertools
import random
import sys
sys.path.insert(0, sys.argv[1])
from mercurial import tags
theirs = tags._updatetags
import collections
import hf_said

class Node(bytes):
    looks = 0
    __hash__ = bytes.__hash__

    def __eq__(self, other):
        Node.looks += 1
        return bytes.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

def looks(heads):
    most = 0
    for order in itertools.permutations(heads):
        Node.looks, found = 0, {}
        for head in order:
            # Of its own, or the list would find what is the same without a look.
            nodes = [Node(bytes(node)) for node in head]
            theirs({b't': (nodes[-1], nodes[:-1])}, found)
        most = max(most, Node.looks)
    return most

random.seed(5)
above = seen = all = 0
for at in range(150):
    nodes = [b'%d' % each for each in range(random.choice((1, 2, 5, 60)))]
    heads = [random.choices(nodes, k=random.choice((1, 3, 40, 90))) for _ in range(random.randint(2, 4))]
    if at % 3 == 0:
        heads = [heads[0] + head for head in heads]
    # What the first one says often, all others have to look for.
    if at == 1:
        heads = [[b'b'] * 40 + [b'd'] * 90 + [b'x'], *([[b'b'] * 40] * 3)]
    thought = hf_said.compared(collections.Counter((head[-1], tuple(head[:-1])) for head in heads))
    # They also look for the places where the two are.
    above += looks(heads) > thought + 4 * sum(map(len, heads))
    seen, all = seen + looks(heads), all + thought
print(above, all < 4 * seen)
`;

// Three pushes of 600 KB brought 30,000 lines of one tag in each of three heads. Each push to the repository then took
// longer than the server waits: nobody could push there any more.
describeMercurial('the tags of many heads', () => {
  const world = new MercurialWorld({ tags: 100_000 });
  beforeAll(() => world.start());
  afterAll(() => world.stop());
  const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 600_000 };

  it('are put together as Mercurial does it, in time that grows with their lines', async () => {
    const ended = await world.python(world.root, ['-c', together, join(world.root, 'state/program')]);
    expect(ended).toMatchObject({ code: 0, output: '400 True True' });
  });

  it('are no more than the server allows, by a push or a branch', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const base = await world.commit(work, 'one', 'x');
    const tagged = async (lines: number): Promise<string> => {
      const line = (_: unknown, at: number): string => `${base} t${String(at).padStart(8, '0')}\n`;
      await writeFile(join(work, '.hgtags'), Array.from({ length: lines }, line).join(''));
      await world.must(work, 'commit', '-q', '-A', '-u', 'me', '-m', String(lines));
      return (await world.must(work, 'identify', '--id', '--debug')).trim();
    };
    const first = await tagged(1_000);
    const second = await tagged(1_001);
    await world.must(work, 'push', '-q', url);
    await world.must(work, 'update', '-q', '-r', first);
    await world.commit(work, 'two', 'y');
    const refused = await world.hg(work, 'push', '-f', url);
    expect(refused.output).toContain('.hgtags of all heads together would be larger than');
    await world.must(work, 'update', '-q', '-r', second);
    await world.commit(work, 'one', 'z');
    await world.must(work, 'push', '-q', '-r', '.', url);
    const { branches } = world.kind.open(directory);
    const wanted = { id: 'topic', commit: first, actor: { name: 'A', email: 'a@example.org' } };
    await expect(branches.create(wanted, reading)).rejects.toMatchObject({ code: 'names_change' });
    expect(await branches.create({ ...wanted, commit: second }, reading)).toMatchObject({ id: 'topic' });
  });
});

// One push brought 950,000 lines of eight bytes: no push after it, and no list of tags, came to its end.
describeMercurial('the lines of tags of many heads', () => {
  const world = sharedWorld();

  it('are no more than the server allows, however short they are', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const base = await world.commit(work, 'one', 'x');
    const head = async (from: number, lines: number): Promise<void> => {
      await world.must(work, 'update', '-q', '-r', base);
      // A CR ends one, too: five heads had 8 million lines by that.
      const line = (_: unknown, at: number): string =>
        `${'0'.repeat(40)} ${(from + at).toString(36)}${at % 2 === 0 ? '\r' : '\n'}`;
      await writeFile(join(work, '.hgtags'), Array.from({ length: lines }, line).join(''));
      await world.must(work, 'commit', '-q', '-A', '-u', 'me', '-m', String(from));
    };
    const push = () => world.hg(work, 'push', '-f', '-r', '.', url);
    await head(0, 100_000);
    expect((await push()).code).toBe(0);
    await head(100_000, 100_001);
    const refused = (await push()).output;
    expect(refused).toMatch(/MiB or 200000 lines that the server allows: merge .*: \w{12} of branch default/);
    await head(100_000, 100_000);
    expect((await push()).code).toBe(0);
  });

  it('are put together by clients in no more time than is thought', async () => {
    const { output } = await world.python(world.root, ['-c', looking, join(world.root, 'state/program')]);
    expect(output).toBe('0 True');
  });

  // Each client took minutes to know the tags of four heads that had a tag at 49,000 places each.
  it('say of a tag no more places than clients can compare', async () => {
    const { url } = await world.repository();
    const work = await world.work();
    const base = await world.commit(work, 'one', 'x');
    await world.must(work, 'push', '-q', url);
    const moved = async (branch: string, places: number) => {
      await world.must(work, 'update', '-q', '-r', base);
      await world.must(work, 'branch', '-q', branch);
      const lines = Array.from(
        { length: places },
        (_, at) => `${at.toString(16).padStart(40, branch)} mine\n`,
      );
      await writeFile(join(work, '.hgtags'), `${lines.join('')}${base} mine\n`);
      await world.must(work, 'commit', '-q', '-A', '-u', 'me', '-m', branch);
      return world.hg(work, 'push', '--new-branch', '-r', '.', url);
    };
    expect(await moved('a', 25_000)).toMatchObject({ code: 0 });
    expect(await moved('b', 25_000)).toMatchObject({
      code: 255,
      output: expect.stringContaining('mine: .hgtags says that this tag was at so many places') as string,
    });
    await world.must(work, 'update', '-q', '-r', 'a');
    await world.commit(work, 'two', 'y');
    expect(await world.hg(work, 'push', '-r', '.', url)).toMatchObject({ code: 0 });
  });
});
