import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';
import { readRef, readSome } from '../refs/ref-files.js';
import { RefLines } from './listed-refs.js';

// A remote said that its HEAD names `refs/heads/../../../../dev/zero`: that file was read, as if it were a branch.
describe('a name that leads out of a repository', () => {
  const world = GitWorld.ofSuite();
  const outside = 'refs/heads/../../../outside';
  const id = 'a'.repeat(40);

  it('is no branch that a remote names as its HEAD', () => {
    const lines = new RefLines(10);
    lines.take(Buffer.from(`ref: ${outside}\tHEAD\n${id}\tHEAD\n${id}\trefs/heads/main\n`));
    lines.guessHead();
    expect(lines.head).toBe('main');
  });

  it('is read as no reference', async () => {
    const { directory } = await world.repository();
    await writeFile(join(directory, '../outside'), `${id}\n`);
    expect(await readRef(directory, outside)).toBeUndefined();
    expect([...(await readSome(directory, [outside]))]).toEqual([]);
  });
});
