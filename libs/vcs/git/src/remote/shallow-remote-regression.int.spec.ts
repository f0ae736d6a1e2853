import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld, pkt } from '../git-world.fixture.js';
import { outcomeOf } from './brought.fixture.js';
import { HostileRemote } from './hostile-remote.fixture.js';

// git itself. It leaves out a branch whose history is not whole, with a warning and nothing else: an import was done
// without the branch, and a pull mirror removed it.
describe('a remote of which not all branches come', () => {
  const world = GitWorld.ofSuite();
  const outcome = (directory: string, url: string) => outcomeOf(world, directory, { url });
  const refs = (cwd: string) => world.must(['for-each-ref'], { cwd });

  it('brings nothing where it is a shallow repository, and takes nothing away', async () => {
    const source = await world.seeded(4);
    await world.must(['push', '-q', source.url, 'main~3:refs/heads/old'], { cwd: source.work });
    const [fresh, mirror] = [await world.repository(), await world.repository()];
    expect(await outcome(mirror.directory, source.url)).toBe('it worked');
    const before = await refs(mirror.directory);
    await world.grow(source.work, 'main', 2);
    await world.must(['push', '-q', source.url, 'main'], { cwd: source.work });
    const root = await world.must(['rev-parse', 'main~1'], { cwd: source.directory });
    await writeFile(join(source.directory, 'shallow'), `${root}\n`);
    for (const { directory } of [fresh, mirror])
      expect(await outcome(directory, source.url)).toBe(
        'remote: the remote has a shallow repository: its history is not whole',
      );
    expect(await refs(fresh.directory)).toBe('');
    expect(await refs(mirror.directory)).toBe(before);
    expect(before).toContain('refs/heads/main');
  });

  it.each([
    ['has had one more a moment before', ['main', 'more', 'other'], ['main', 'more']],
    ['tells one whose name is no text the second time alone', ['main', 'more'], ['main', 'more', 'odd\xff']],
  ])('changes nothing where it %s', async (_what, before, then) => {
    const { directory, tip } = await world.seeded(1);
    await world.must(['update-ref', 'refs/heads/other', tip], { cwd: directory });
    const here = await refs(directory);
    let asked = 0;
    await HostileRemote.during(
      (_request, response) => {
        const names = (asked += 1) === 1 ? before : then;
        const [first, ...others] = names.map((name) => `${tip} refs/heads/${name}`);
        const lines = [
          `${first}\0side-band-64k ofs-delta agent=git/2\n`,
          ...others.map((line) => `${line}\n`),
        ];
        // A character for each byte.
        const told = lines.map((line) => `${(line.length + 4).toString(16).padStart(4, '0')}${line}`);
        response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
        const text = `${pkt('# service=git-upload-pack\n')}0000${told.join('')}0000`;
        response.end(Buffer.from(text, 'latin1'));
      },
      async ({ url }) =>
        expect(await outcome(directory, url)).toBe(
          then.length < before.length
            ? 'unavailable: the remote has changed meanwhile'
            : 'remote: a branch or tag has a name that is no UTF-8',
        ),
    );
    expect(await refs(directory)).toBe(here);
  });
});
