import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { GitWorld } from '../git-world.fixture.js';

// One of 37,391 levels was taken, and nobody could clone what had it: git's stack was too small for that.
describe('a tree of very many levels', () => {
  const world = GitWorld.ofSuite();

  /** Puts one object into a working copy; answers its id. */
  const written = (work: string, type: string, content: Buffer): Buffer => {
    const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = createHash('sha1').update(whole).digest();
    const [directory, name] = [id.toString('hex', 0, 1), id.toString('hex', 1)];
    mkdirSync(join(work, '.git/objects', directory), { recursive: true });
    writeFileSync(join(work, '.git/objects', directory, name), deflateSync(whole, { level: 1 }));
    return id;
  };
  const deep = async (work: string, levels: number): Promise<string> => {
    let [id, mode] = [written(work, 'blob', Buffer.from(`${levels}\n`)), '100644'];
    for (let left = levels; left > 0; left -= 1) {
      id = written(work, 'tree', Buffer.concat([Buffer.from(`${mode} d\0`), id]));
      mode = '40000';
    }
    return world.must(['commit-tree', '-m', 'deep', id.toString('hex')], { cwd: work });
  };

  it('is taken where it can be cloned, and refused otherwise', async () => {
    const { url, work } = await world.seeded(1);
    const push = async (levels: number) => {
      const commit = await deep(work, levels);
      return world.git(['push', url, `${commit}:refs/heads/deep${levels}`], { cwd: work });
    };
    expect((await push(4_000)).code).toBe(0);
    const { code, stderr } = await push(12_000);
    // The client warns of each path that is too long for it.
    const said = stderr.split('\n').filter((line) => line.length < 500);
    expect([code === 0, said.join('\n')]).toEqual([false, expect.stringContaining('missing necessary')]);
    await world.must(['clone', '-q', '--bare', url, join(work, 'cloned')]);
  });
});
