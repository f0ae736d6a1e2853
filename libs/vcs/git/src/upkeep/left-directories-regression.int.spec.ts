import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';

// git. It makes the directories of all references that it locks, and leaves them where it cannot lock one: nobody
// removed them, and each look at the branches read all of them.
describe('a push of many references that git does not change', () => {
  const world = GitWorld.ofSuite();
  const many = Array.from({ length: 1_100 }, (_, at) => `main:refs/heads/a${at}/b`);
  const directoriesIn = async (directory: string): Promise<string[]> => {
    const found = await readdir(join(directory, 'refs'), { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  };
  const begun = async () => {
    const repository = await world.seeded(1);
    await world.must(['push', '-q', repository.url, 'main:zzz'], { cwd: repository.work });
    return repository;
  };
  /** What is left of the push before it is removed before this one begins. */
  const another = ({ url, work }: { url: string; work: string }) =>
    world.must(['push', '-q', url, 'main:zzz/y', ':zzz'], { cwd: work });

  it('leaves no directories', async () => {
    const repository = await begun();
    const { directory, url, work } = repository;
    world.instead = () => Promise.resolve({ accepted: true });
    const { stderr } = await world.git(['push', url, ...many, 'main:refs/heads/zzz/x'], { cwd: work });
    expect(stderr).toContain("cannot lock ref 'refs/heads/zzz/x'");
    await another(repository);
    expect((await directoriesIn(directory)).sort()).toEqual(['heads', 'tags', 'zzz']);
    expect(Object.keys(await world.branchesOf(directory))).toEqual(['main', 'zzz/y']);
  });

  it('is refused before git tries it, where a name would need the room of one that goes', async () => {
    const { directory, url, work } = await begun();
    const names = [...many.slice(0, 60), ':zzz', 'main:refs/heads/zzz/x'];
    const { stderr } = await world.git(['push', url, ...names], { cwd: work });
    expect(stderr).toContain('zzz/x: cannot lock ref: another name is its directory');
    expect(stderr).toContain('pre-receive hook declined');
    expect((await directoriesIn(directory)).sort()).toEqual(['heads', 'tags']);
  });

  it('is refused before git tries it, where some other reference is not where its client says', async () => {
    const { directory, url, work, tip } = await begun();
    await world.must(['push', '-q', url, 'main:refs/notes/here'], { cwd: work });
    const missing = '1'.repeat(40);
    const body = [
      pkt(`${zero} ${tip} refs/heads/n/new\0 report-status atomic`),
      pkt(`${missing} ${tip} refs/notes/gone`),
      pkt(`${zero} ${tip} refs/notes/here`),
      '0000',
    ];
    const empty = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex');
    const sent = Buffer.concat([Buffer.from(body.join('')), empty]);
    const told = await (await world.post(url, 'receive-pack', sent)).text();
    expect(told).toContain('refs/notes/gone pre-receive hook declined');
    expect((await directoriesIn(directory)).sort()).toEqual(['heads', 'notes', 'tags']);
  });
});
