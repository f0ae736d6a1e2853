import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { emptyAdvertisement, HostileRemote } from './hostile-remote.fixture.js';

// git itself. A remote that hands out plain files let the client wait at the second object; what had come by then, into
// which nobody had looked, became part of the repository by the next attempt, which found nothing new.
describe('what a remote has handed out when the work is stopped', () => {
  const world = GitWorld.ofSuite();
  const work = (signal = new AbortController().signal) => ({
    signal,
    tell: () => undefined,
    ...{ principal: 'admin', metered: false },
  });

  /** A commit whose tree has a name that no push can bring lies in a pack; its parent is in none. */
  const remote = async () => {
    const { directory } = await world.repository();
    const git = (args: string[], input?: string) =>
      world.must(args, { cwd: directory, ...(input === undefined ? {} : { input }) });
    const blob = await git(['hash-object', '-w', '--stdin'], 'x');
    const tree = await git(['mktree'], `100644 blob ${blob}\t.git\n`);
    const parent = await git(['commit-tree', '-m', 'p', tree]);
    const commit = await git(['commit-tree', '-m', 'm', '-p', parent, tree]);
    await git(['pack-objects', '-q', 'objects/pack/pack'], `${commit}\n${tree}\n${blob}\n`);
    await git(['update-ref', 'refs/heads/main', commit]);
    await git(['prune-packed', '-q']);
    await git(['update-server-info']);
    return { directory, commit, parent };
  };
  const answerEmpty = (response: ServerResponse): void => {
    response.setHeader('Content-Type', 'application/x-git-upload-pack-advertisement');
    response.end(emptyAdvertisement);
  };
  const packs = async (directory: string): Promise<string[]> =>
    (await readdir(join(directory, 'objects/pack'))).filter((name) => name.endsWith('.pack'));

  it.each(['the same', 'another'])('is no part of what it has later: %s address', async (which) => {
    const there = await remote();
    const { directory } = await world.repository();
    const { remotes } = world.kind.open(directory);
    const stop = new AbortController();
    let isEmpty = false;
    await HostileRemote.during(
      (request, response) => {
        const [path] = (request.url ?? '').split('?');
        if (isEmpty)
          return void (path.endsWith('/info/refs') ? answerEmpty(response) : response.writeHead(404).end());
        if (path.endsWith(`${there.parent.slice(0, 2)}/${there.parent.slice(2)}`)) return void stop.abort();
        readFile(join(there.directory, path.replace(/^\/r\.git\//, ''))).then(
          (file) => response.end(file),
          () => response.writeHead(404).end(),
        );
      },
      async ({ url }) => {
        await expect(remotes.fetch({ url }, work(stop.signal))).rejects.toMatchObject({
          code: 'unavailable',
        });
        isEmpty = true;
        const next = which === 'another' ? (await world.repository()).url : url;
        const incoming = await remotes.fetch({ url: next }, work());
        await incoming.publish(reading());
        await incoming.discard();
      },
    );
    expect(stop.signal.aborted).toBe(true);
    expect(await packs(directory)).toEqual([]);
    expect((await world.git(['cat-file', '-e', there.commit], { cwd: directory })).code).not.toBe(0);
  });
});
