import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Mercurial 6.3 rolls a killed push back so that the data of a file stays which had become too large for its index, and
// is not listed. The next push did not list it either, and copies made by `--stream` had nothing of that file.
describeMercurial('the data of a file that a killed push leaves', () => {
  const world = sharedWorld();

  it('is listed when the push is rolled back', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const first = await world.commit(work, 'a', 'a'.repeat(1000));
    const noise = Array.from({ length: 40_000 }, () => Math.random()).join('\n');
    await world.commit(work, 'a', noise);
    await world.must(work, 'push', '-q', url);
    const store = join(directory, '.hg/store');
    const { size } = await stat(join(store, 'data/a.d'));
    const listed = await readFile(join(store, 'fncache'), 'latin1');
    expect(listed).toContain('data/a.d\n');
    await writeFile(join(store, 'fncache'), listed.replace('data/a.d\n', ''));
    await writeFile(join(store, 'journal'), `data/a.d\0${size}\n`);
    await writeFile(join(store, 'journal.backupfiles'), '2\n');

    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 600_000 };
    expect(await world.kind.open(directory).log.find(first, reading)).toBe(first);
    expect(await readFile(join(store, 'fncache'), 'latin1')).toContain('data/a.d\n');
    const clone = join(world.root, 'clone');
    await world.must(world.root, 'clone', '-q', '-U', '--stream', url, clone);
    expect(await world.must(clone, 'verify', '-q')).toBe('');
  });
});
