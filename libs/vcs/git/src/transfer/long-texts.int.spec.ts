import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { begunPush, isReceiving } from '../begun-push.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const most = 1 << 20;
const person = 'A <a@example.org> 1 +0000';

describe('long commits and tags', () => {
  const world = GitWorld.ofSuite(
    { pushText: most, pushMemory: 64 << 20 },
    { delay: 50, longestDelay: 1_000, texts: 3 << 20 },
  );

  /** The object of a commit or a tag of so many bytes, in a repository on the disk. */
  const written = (at: string, type: 'commit' | 'tag', head: string, size: number): Promise<string> =>
    world.must(['--git-dir', at, 'hash-object', '-w', '-t', type, '--stdin'], {
      input: `${head}\n\n`.padEnd(size, 'x'),
    });
  const commit = async (at: string, parent: string, size: number): Promise<string> => {
    const tree = await world.must(['--git-dir', at, 'rev-parse', `${parent}^{tree}`]);
    const head = `tree ${tree}\nparent ${parent}\nauthor ${person}\ncommitter ${person}`;
    return written(at, 'commit', head, size);
  };
  const graphs = (directory: string): Promise<string[]> =>
    readdir(join(directory, 'objects/info/commit-graphs')).catch(() => []);
  const graphOf = async (directory: string): Promise<void> => {
    while (!(await graphs(directory)).some((name) => name.endsWith('.graph'))) await sleep(50);
  };

  it('are not taken by a push, of few objects or of many, whatever leads to them', async () => {
    const { url, work, directory, tip } = await world.seeded(1);
    const at = join(work, '.git');
    const long = await commit(at, tip, most + 1);
    const above = await commit(at, long, 300);
    const tagged = `object ${tip}\ntype commit\ntag t\ntagger ${person}`;
    const tag = await written(at, 'tag', tagged, most + 1);
    const refusal = (name: string, type: string, id: string) =>
      new RegExp(
        `^remote: ${name}: the ${type} ${id} has 1048577 bytes: commits and tags may have 1048576 *$`,
        'm',
      );
    const push = async (...refs: string[]) => {
      const { code, stderr } = await world.git(['push', url, ...refs], { cwd: work });
      return code === 0 ? 'taken' : stderr;
    };
    expect(await push(`${long}:refs/heads/one`)).toMatch(refusal('one', 'commit', long));
    expect(await push(`${above}:refs/heads/two`, `${tip}:refs/heads/ok`)).toMatch(
      refusal('ok', 'commit', long),
    );
    expect(await push(`${tag}:refs/tags/t`)).toMatch(refusal('t', 'tag', tag));
    for (let file = 0; file < 120; file += 1) await writeFile(join(work, `f${file}`), `${file}`);
    await world.must(['reset', '-q', '--soft', long], { cwd: work });
    await world.must(['add', '.'], { cwd: work });
    await world.must(['commit', '-q', '-m', 'many'], { cwd: work });
    expect(await push('HEAD:refs/heads/many')).toMatch(refusal('many', 'commit', long));
    expect(await world.branchesOf(directory)).toEqual({ main: tip });
  });

  it('are taken up to the bound, and files of any length', async () => {
    const { url, work, directory, tip } = await world.seeded(1);
    const id = await commit(join(work, '.git'), tip, most);
    await writeFile(join(work, 'file'), 'x'.repeat(2 * most));
    await world.must(['reset', '-q', '--soft', id], { cwd: work });
    await world.must(['add', '.'], { cwd: work });
    await world.must(['commit', '-q', '-m', 'a file'], { cwd: work });
    await world.must(['push', '-q', url, 'HEAD:refs/heads/next', `${id}:refs/heads/long`], { cwd: work });
    expect(await world.branchesOf(directory)).toMatchObject({ long: id });
  });

  it('have the commit-graph written once there are many, from which git reads them without their texts', async () => {
    const { url, work, directory, tip } = await world.seeded(1);
    const at = join(work, '.git');
    const push = async (name: string) =>
      world.must(['push', '-q', url, `${await commit(at, tip, most - name.length)}:refs/heads/${name}`], {
        cwd: work,
      });
    await push('a');
    await push('bb');
    expect(await graphs(directory)).toEqual([]);
    await push('ccc');
    await graphOf(directory);
  });

  it('that lie in a repository already keep nobody from pushing for long', async () => {
    const { url, work, directory, tip } = await world.seeded(1);
    for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
      const id = await commit(directory, tip, (20 << 20) + at);
      await writeFile(join(directory, 'refs/heads', name), `${id}\n`);
    }
    await world.grow(work, 'main', 1);
    const refused = await world.git(['push', url, 'main'], { cwd: work });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('for very long messages of commits, try again in a minute');
    await graphOf(directory);
    await world.must(['push', '-q', url, 'main'], { cwd: work });
  });

  it('keep nobody from pushing who has a part of the history only', async () => {
    const { url, work, directory, tip } = await world.seeded(2);
    for (let at = 0; at < 4; at += 1) {
      const id = await commit(directory, tip, (20 << 20) + at);
      await writeFile(join(directory, 'refs/heads', `long${at}`), `${id}\n`);
    }
    await world.must(['commit-graph', 'write', '--reachable'], { cwd: directory });
    const part = `${work}-part`;
    await world.must(['clone', '-q', '--depth=1', url, part]);
    await world.grow(part, 'main', 1);
    await world.must(['push', '-q', url, 'main'], { cwd: part });
    const above = await world.must(['rev-parse', 'HEAD'], { cwd: part });
    expect(await world.branchesOf(directory)).toMatchObject({ main: above });
    await world.must(['fsck', '--connectivity-only'], { cwd: directory });
  });

  it('of a client that has not all of them are not taken', async () => {
    const { work } = await world.seeded(3);
    const part = `${work}-part`;
    await world.must(['clone', '-q', '--depth=1', `file://${work}`, part]);
    const other = await world.repository();
    const { code } = await world.git(['push', other.url, 'HEAD:main'], { cwd: part });
    expect(code).toBe(1);
    expect(await world.branchesOf(other.directory)).toEqual({});
  });

  it('have the commit-graph written though somebody pushes and comes to no end', async () => {
    const { url, work, directory, tip } = await world.seeded(1);
    const at = join(work, '.git');
    const endless = await begunPush({ url, directory, tip });
    for (const name of ['a', 'bb', 'ccc'])
      await world.must(
        ['push', '-q', url, `${await commit(at, tip, most - name.length)}:refs/heads/${name}`],
        {
          cwd: work,
        },
      );
    await graphOf(directory);
    endless.destroy();
    while (await isReceiving(directory)) await sleep(20);
  });
});
