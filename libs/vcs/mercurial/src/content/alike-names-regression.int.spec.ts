import { mkdir, writeFile } from 'node:fs/promises';
import { contentOf } from '../content-of.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Bytes of names, by letters up to U+00FF, in the order of their bytes. */
const names = [
  ...['..\\..\\up', '..%5C..%5Cup', 'C:\\x', 'a\\b', 'd\xfe/f', 'd\xff', 'odd-\xfe', 'odd-\xff'],
  ...['odd-\xef\xbf\xbd', 'odd-\xef\xbf\xbd~2', 'plain'],
];

// Of files whose names show alike an unpacked zip had one, and by backslashes one led out of where it is unpacked.
describeMercurial('files of odd names in a zip', () => {
  const world = sharedWorld();

  it('have each a name of its own, which leads nowhere else', async () => {
    const work = await world.work();
    const place = (name: string): Buffer =>
      Buffer.concat([Buffer.from(`${work}/`), Buffer.from(name, 'latin1')]);
    await mkdir(place('d\xfe'));
    for (const name of names) await writeFile(place(name), Buffer.from(name, 'latin1'));
    await world.must(work, 'commit', '-qA', '-m', 'all', '-u', 'me');
    const commit = await world.must(work, 'log', '-r', '.', '-T', '{node}');
    const { directory, url } = await world.repository();
    await world.must(work, 'push', '-q', url);
    const archive = { commit, format: 'zip' as const, name: 'all', lasting: false, prefix: 'app/' };
    const { body } = await contentOf(world, directory, { archive });
    const zip = world.place('all.zip');
    await writeFile(zip, body);
    const read =
      'import json, sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\n' +
      'print(json.dumps([[i.orig_filename, z.read(i).decode("latin-1")] for i in z.infolist()]))';
    const { output } = await world.python(world.root, ['-c', read, zip]);
    const found = new Map(JSON.parse(output) as [name: string, text: string][]);
    found.delete('app/.hg_archival.txt');
    expect([...found.values()].sort()).toEqual([...names].sort());
    expect([...found.keys()].sort()).toEqual(
      [
        ...['..%5C..%5Cup', '..%255C..%255Cup', 'C:%5Cx', 'a\\b', 'd\ufffd/f', 'd\ufffd~2', 'plain'],
        ...['odd-\ufffd', 'odd-\ufffd~2', 'odd-\ufffd~3', 'odd-\ufffd~4'],
      ]
        .map((name) => `app/${name}`)
        .sort(),
    );
  });
});
