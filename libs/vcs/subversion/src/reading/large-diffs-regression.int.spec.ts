import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const whole = { backwards: false, offset: 0, limit: 100 };

describeSubversion('differences of large files', () => {
  const world = SubversionWorld.ofSuite();
  let directory: string;
  beforeAll(async () => {
    ({ directory } = await world.repository());
    const lines = `${'x'.repeat(1023)}\n`;
    const files = {
      small: 'one\n',
      large: Buffer.alloc(17 << 20, lines),
      just: Buffer.alloc(16 << 20, lines),
    };
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(world.root, name), bytes);
    const put = (from: keyof typeof files, to: string) => ['put', join(world.root, from), to];
    const commit = (...changes: string[][]) =>
      world.must('svnmucc', ['-u', 'ann', '-m', 'm', '-U', `file://${directory}`, ...changes.flat()]);
    await commit(
      ...[put('small', 'trunk/shrunk'), put('large', 'trunk/gone'), put('small', 'trunk/odd @1 ü&-')],
      ...[put('just', 'trunk/z just'), put('large', 'trunk/image'), put('large', 'trunk/kept')],
    );
    await commit(
      ...[put('large', 'trunk/shrunk'), ['rm', 'trunk/gone'], ['rm', 'trunk/odd @1 ü&-']],
      ...[['rm', 'trunk/z just'], put('small', 'trunk/image'), ['propset', 'p', 'v', 'trunk/kept']],
      ...[['mkdir', 'trunk/d'], put('small', 'trunk/d/-new'), put('large', 'trunk/d/ü')],
    );
  });

  const written = async (): Promise<string[]> => {
    const temporary = join(world.root, 'state/temporary');
    // A directory may go while it is read.
    const names = await readdir(temporary, { recursive: true }).catch(() => undefined);
    return names?.filter((name) => /\/svn-\w{6}$/.test(name)) ?? written();
  };
  const changes = (page: Partial<typeof whole>, ms = 60_000) => {
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + ms };
    return world.kind.open(directory).diff.changes({ base: '2', head: '3', ...whole, ...page }, reading);
  };

  it('are not told, and those of the others are', async () => {
    const { results, more } = await changes({});
    expect(more).toBe(false);
    expect(results).toMatchObject([
      {
        path: 'trunk/d/-new',
        status: 'added',
        diff: '@@ -0,0 +1 @@\n+one\n',
        additions: 1,
        oldMode: '000000',
      },
      { path: 'trunk/d/ü', status: 'added', diff: '', cut: true },
      { path: 'trunk/gone', status: 'deleted', diff: '', cut: true, mode: '000000' },
      { path: 'trunk/image', status: 'modified', diff: '', cut: true },
      { path: 'trunk/odd @1 ü&-', status: 'deleted', diff: '@@ -1 +0,0 @@\n-one\n', deletions: 1 },
      { path: 'trunk/shrunk', status: 'modified', diff: '', cut: true },
      { path: 'trunk/z just', status: 'deleted', deletions: 16 << 10, cut: true },
    ]);
    expect(results[0].cut).toBeUndefined();
    const part = await changes({ backwards: true, offset: 2, limit: 2 });
    expect(part).toMatchObject({
      results: [{ path: 'trunk/odd @1 ü&-' }, { path: 'trunk/image' }],
      more: true,
    });
  });

  it('are written below the directory of the engine alone, and nothing stays of it', async () => {
    let seen: string[] = [];
    let isOver = false;
    const read = Promise.all([60_000, 300].map((ms) => changes({}, ms).catch(() => undefined)));
    void read.then(() => (isOver = true));
    while (!isOver && seen.length === 0) seen = await written().catch(() => []);
    expect(seen).not.toEqual([]);
    await read;
    while ((await written()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
