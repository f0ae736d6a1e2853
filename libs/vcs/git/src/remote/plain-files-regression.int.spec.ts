import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';
import { outcomeOf } from './brought.fixture.js';
import { advertisement, HostileRemote } from './hostile-remote.fixture.js';

// git itself. Of a remote that hands out plain files, as was done before git had a protocol over HTTP, git does not
// look into the objects: trees came in that no push can bring, and objects that lay beside packs were left out.
describe('a remote that hands out plain files', () => {
  const world = GitWorld.ofSuite();

  /** Hands out what lies in the directory. */
  const handingOut = <T>(directory: string, work: (url: string) => Promise<T>): Promise<T> =>
    HostileRemote.during(
      (request, response) => {
        const [path] = (request.url ?? '').split('?');
        readFile(join(directory, path.replace(/^\/r\.git\//, ''))).then(
          (file) => response.end(file),
          () => response.writeHead(404).end(),
        );
      },
      ({ url }) => work(url),
    );
  const outcome = (directory: string, url: string) => outcomeOf(world, directory, { url });
  const refused =
    'remote: the remote hands out plain files, in which nobody has looked: it has to speak the protocol of git';

  /** One whose branch has a tree with a file of this name, all of it in a pack. */
  const packed = async (name: string) => {
    const { directory } = await world.repository();
    const git = (args: string[], input?: string) =>
      world.must(args, { cwd: directory, ...(input === undefined ? {} : { input }) });
    const blob = await git(['hash-object', '-w', '--stdin'], 'x');
    const tree = await git(['mktree'], `100644 blob ${blob}\t${name}\n`);
    await git(['update-ref', 'refs/heads/main', await git(['commit-tree', '-m', 'm', tree])]);
    await git(['repack', '-adq']);
    await git(['update-server-info']);
    return { directory, git };
  };
  const refs = (cwd: string) => world.must(['for-each-ref'], { cwd });

  it.each(['.git', 'good'])('brings nothing, whatever it has: %s', async (name) => {
    const { directory: there } = await packed(name);
    const { directory } = await world.repository();
    await handingOut(there, async (url) => expect(await outcome(directory, url)).toBe(refused));
    expect(await refs(directory)).toBe('');
  });

  it.each(['blob', 'commit'])('brings nothing of which a part is no pack: %s', async (part) => {
    const { directory: there, git } = await packed('good');
    const parent = await git(['rev-parse', 'main']);
    const blob = await git(['hash-object', '-w', '--stdin'], 'beside');
    const tree = await git(['mktree'], `100644 blob ${blob}\tbeside\n`);
    const commit = await git(['commit-tree', '-m', 'm', '-p', parent, tree]);
    if (part === 'blob') await git(['pack-objects', '-q', 'objects/pack/pack'], `${commit}\n${tree}\n`);
    await git(['update-ref', 'refs/heads/main', commit]);
    await git(['prune-packed', '-q']);
    await git(['update-server-info']);
    const { directory } = await world.repository();
    await handingOut(there, async (url) => expect(await outcome(directory, url)).toBe(refused));
    expect(await refs(directory)).toBe('');
  });

  // Without the end of a line git finds no reference in it, and no mistake: it was taken for an empty repository.
  it.each(['', 'x', '{"status":"maintenance"}', '<html></html>'])('is no empty one: %j', async (text) => {
    const { directory } = await world.seeded(1);
    const before = await refs(directory);
    await HostileRemote.during(
      (_request, response) => response.end(text),
      async ({ url }) => expect(await outcome(directory, url)).toBe(refused),
    );
    expect(await refs(directory)).toBe(before);
  });

  // It is asked twice, for what it has and for that itself: where a maintenance began in between, an import was done
  // with nothing in it, and a mirror asked for the removal of all.
  it.each([0, 1])(
    'is no empty one where it speaks the first time only, to one with %d commits',
    async (count) => {
      const { directory } = count === 0 ? await world.repository() : await world.seeded(count);
      const [before, { tip }] = [await refs(directory), await world.seeded(2)];
      let asked = 0;
      await HostileRemote.during(
        (_request, response) => {
          const isFirst = (asked += 1) === 1;
          if (isFirst) response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
          response.end(isFirst ? advertisement(tip) : 'x');
        },
        async ({ url }) =>
          expect(await outcome(directory, url)).toBe('unavailable: the remote has changed meanwhile'),
      );
      expect(await refs(directory)).toBe(before);
    },
  );

  it('is no hindrance to one that is empty, and speaks', async () => {
    const empty = await world.repository();
    const { directory } = await world.repository();
    expect(await outcome(directory, empty.url)).toBe('it worked');
  });

  it('is no hindrance to one that speaks, in whose packs git looks', async () => {
    const source = await world.seeded(5);
    const { directory } = await world.repository();
    expect(await outcome(directory, source.url)).toBe('it worked');
    expect(await refs(directory)).toBe(await refs(source.directory));
  });
});
