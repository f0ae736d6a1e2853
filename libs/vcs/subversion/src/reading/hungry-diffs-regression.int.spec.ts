import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// A file of millions of short lines took the program that compares it gigabytes, eight times at once.
describeSubversion('differences that take much memory', () => {
  const world = SubversionWorld.ofSuite({ diffMemory: 48 << 20 });

  it('are not told, and those before them are', async () => {
    const { directory } = await world.repository(false);
    const lines = (ends: string) => `${ends}${'\n'.repeat(1 << 20)}${ends}`;
    const commit = async (small: string, many: string): Promise<void> => {
      const files = { a: small, 'b many': many, c: small };
      const puts: string[][] = [];
      for (const [name, text] of Object.entries(files)) {
        await writeFile(join(world.root, name), text);
        puts.push(['put', join(world.root, name), `file://${directory}/${name.replace(' ', '%20')}`]);
      }
      await world.must('svnmucc', ['-u', 'ann', '-m', 'm', ...puts.flat()]);
    };
    await commit('one\n', lines('x'));
    await commit('two\n', lines('y'));
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 50_000 };
    const query = { base: '1', head: '2', backwards: false, offset: 0, limit: 10 };
    const { results, more } = await world.kind.open(directory).diff.changes(query, reading);
    expect(more).toBe(false);
    expect(results.map(({ path }) => path)).toEqual(['a', 'b many', 'c']);
    expect(results[1]).toMatchObject({ status: 'modified', diff: '', cut: true });
    expect(results[0].diff).not.toContain('Out of memory');
  });
});
