import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';
import { judgedPush } from '../judged-push.fixture.js';

// git itself. Where HEAD could not be written the push was told to have changed nothing, which was not so.
describe('a first push after which HEAD cannot be written', () => {
  const world = GitWorld.ofSuite();

  it('has changed what it changed', async () => {
    const { directory, url } = await world.repository();
    const { path: work, ids } = await world.work(1);
    world.instead = async (push) => {
      await writeFile(join(directory, 'HEAD.lock'), '');
      return judgedPush(push, world.kind, world.protectedBranches);
    };
    await world.must(['push', '-q', url, 'main:topic'], { cwd: work });
    expect(await world.branchesOf(directory)).toEqual({ topic: ids[0] });
    expect(world.reports.at(-1)).toMatchObject({
      ...{ accepted: true, changed: true },
      // Nobody was told why clones of it checked out nothing.
      trouble: expect.stringMatching(/^HEAD could not be written: /) as string,
    });
    await rm(join(directory, 'HEAD.lock'));
  });
});
