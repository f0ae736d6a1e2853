import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { GitWorld } from '../git-world.fixture.js';
import { outcomeOf } from '../remote/brought.fixture.js';

// One of 37,391 levels was taken, and nobody could clone what had it: git's stack was too small for that. Of 6,000 of
// long names each clone took 4.5 GB.
describe('a tree of very many levels', () => {
  const world = GitWorld.ofSuite();

  /** Puts one object into a directory of objects; answers its id. */
  const written = (objects: string, type: string, content: Buffer): Buffer => {
    const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = createHash('sha1').update(whole).digest();
    const [directory, name] = [id.toString('hex', 0, 1), id.toString('hex', 1)];
    mkdirSync(join(objects, directory), { recursive: true });
    writeFileSync(join(objects, directory, name), deflateSync(whole, { level: 1 }));
    return id;
  };
  const deep = (work: string, levels: number, objects = join(work, '.git/objects')): string => {
    let [id, mode] = [written(objects, 'blob', Buffer.from(`${levels}\n`)), '100644'];
    for (let left = levels; left > 0; left -= 1) {
      id = written(objects, 'tree', Buffer.concat([Buffer.from(`${mode} d\0`), id]));
      mode = '40000';
    }
    const who = 'A <a@example.org> 1 +0000';
    const text = `tree ${id.toString('hex')}\nauthor ${who}\ncommitter ${who}\n\ndeep\n`;
    return written(objects, 'commit', Buffer.from(text)).toString('hex');
  };

  it('is taken where it can be cloned, and refused otherwise', async () => {
    const { url, work } = await world.seeded(1);
    const push = async (levels: number) => {
      const commit = deep(work, levels);
      return world.git(['push', url, `${commit}:refs/heads/deep${levels}`], { cwd: work });
    };
    expect((await push(1_000)).code).toBe(0);
    const { code, stderr } = await push(1_500);
    // The client warns of each path that is too long for it.
    const said = stderr.split('\n').filter((line) => line.length < 500);
    expect([code === 0, said.join('\n')]).toEqual([false, expect.stringContaining('missing necessary')]);
    await world.must(['clone', '-q', '--bare', url, join(work, 'cloned')]);
  });

  // It came beside what a push was about, so that git had not looked at it.
  it('becomes no branch and no tag by the API where a push of it would be refused', async () => {
    const { directory, work } = await world.seeded(1);
    const { branches, tags, commits } = world.kind.open(directory);
    const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 60_000 };
    const actor = { id: 'a', name: 'A', email: 'a@example.org' };
    const made = (id: string, commit: string) => {
      const edits = {
        parent: commit,
        message: 'm',
        author: actor,
        committer: actor,
        modified: [],
        deleted: [],
      };
      const wanted = { id, commit, actor, at: 1 };
      return [
        () => branches.check?.(wanted, reading),
        () => tags.making.check?.({ ...wanted, id: `light-${id}` }, reading),
        () => tags.making.annotate({ ...wanted, message: 'm' }, reading),
        () => commits.prepare(edits, reading),
      ];
    };
    for (const make of made('deep', deep(work, 1_500, join(directory, 'objects'))))
      await expect(make()).rejects.toMatchObject({ code: 'not_a_commit' });
    const missing = `tree ${'7'.repeat(40)}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nm\n`;
    const lacking = written(join(directory, 'objects'), 'commit', Buffer.from(missing)).toString('hex');
    const asked = { id: 'lacking', commit: lacking, actor, at: 1 };
    await expect(branches.check?.(asked, reading)).rejects.toMatchObject({ code: 'not_a_commit' });
    for (const make of made('flat', deep(work, 1_000, join(directory, 'objects')))) await make();
  });

  it('comes from no remote where a push of it would be refused', async () => {
    const outcome = async (levels: number) => {
      const [source, fresh] = [await world.seeded(1), await world.repository()];
      const commit = deep('', levels, join(source.directory, 'objects'));
      await world.must(['update-ref', 'refs/heads/deep', commit], { cwd: source.directory });
      const said = await outcomeOf(world, fresh.directory, { url: source.url });
      return [said, Object.keys(await world.branchesOf(fresh.directory)).sort()];
    };
    expect(await outcome(1_000)).toEqual(['it worked', ['deep', 'main']]);
    expect(await outcome(1_500)).toEqual([
      'remote: objects are missing, or a tree has more levels than can be cloned',
      [],
    ]);
  });
});
