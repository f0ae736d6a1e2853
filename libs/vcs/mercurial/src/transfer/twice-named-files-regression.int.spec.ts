import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Commits a changeset whose list of files has a file by another name, too; answers its id. */
const program = String.raw`
import sys
from mercurial import extensions, hg, metadata, ui as uimod
ui = uimod.ui.load()
extensions.loadall(ui)
repo = hg.repository(ui, b'.')
name, file = (each.encode() for each in sys.argv[1:])
with repo.wlock(), repo.lock(), repo.transaction(b'odd') as transaction:
    tip = repo[b'tip']
    made = repo.manifestlog[tip.manifestnode()].copy()
    made.read()[name] = tip.manifest()[file]
    node = made.write(transaction, len(repo), tip.manifestnode(), repo.nullid, [name], [])
    files = metadata.ChangingFiles(touched=[name], added=[name])
    extra = {b'branch': b'default'}
    repo.changelog.add(node, files, b'odd', transaction, tip.node(), repo.nullid, b'me', (0, 0), extra)
`;

// n/m and n//m are one file of the store. A push with both was refused, but could not be taken back: one name had
// removed what the other was to shorten. From then on nobody could read or write the repository, for ever.
describeMercurial('a push with two names of one file', () => {
  const world = sharedWorld();

  const misnamed = 'the push has a file of a name that no working copy can have';

  it('is refused, and the repository is as it was', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const id = await world.commit(work, 'one', 'x');
    await world.must(work, 'push', '-q', url);
    await mkdir(join(work, 'n'));
    await world.commit(work, 'n/m', 'x');
    expect((await world.python(work, ['-c', program, 'n//m', 'n/m'])).output).toBe('');
    const pushed = await world.hg(work, 'push', url);
    expect([pushed.code, pushed.output]).toEqual([255, expect.stringContaining(misnamed)]);
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 };
    const { log } = world.kind.open(directory);
    expect((await log.commits([id], reading))[0]?.id).toBe(id);
    await world.must(work, 'push', '-q', '-r', '-2', url);
    expect(await world.must(world.root, 'clone', '-q', url, world.place('again'))).toBe('');
  });

  it.each([
    ['/n', 'n'],
    ['a//b', 'a/b'],
  ])('is refused where its files are there already: %s', async (name, file) => {
    const { url } = await world.repository();
    const work = await world.work();
    await mkdir(join(work, 'a'));
    await world.commit(work, file, 'x');
    await world.must(work, 'push', '-q', url);
    expect((await world.python(work, ['-c', program, name, file])).output).toBe('');
    const pushed = await world.hg(work, 'push', url);
    expect([pushed.code, pushed.output]).toEqual([255, expect.stringContaining(misnamed)]);
  });
});
