import { jest } from '@jest/globals';
import type { CommitDraft, FileWrite } from '@holdfast/vcs-spi';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { GitProcesses } from '../process/git-processes.js';

const person = { name: 'A U Thor', email: 'author@example.org' };
const text = (path: string, content: string): FileWrite => ({ path, content, encoding: 'utf-8' });

describe('small commits', () => {
  const world = GitWorld.ofSuite();

  it('start no program where git has nothing to look at in them', async () => {
    const { directory } = await world.repository();
    const { commits, branches } = world.kind.open(directory);
    const started = jest.spyOn(GitProcesses.prototype, 'start');
    /** Makes it on main; answers which programs were started for it. */
    const programsOf = async (edits: Partial<CommitDraft>): Promise<string[]> => {
      started.mockClear();
      const expected = (await branches.snapshot()).get('main');
      const draft = { modified: [], deleted: [], message: 'm', author: person, committer: person, ...edits };
      const made = await commits.prepare(
        { ...draft, ...(expected === undefined ? {} : { parent: expected }) },
        reading(),
      );
      if ('problems' in made) throw new Error('something is wrong');
      await made.publish({ id: 'main', expected });
      await made.discard();
      return started.mock.calls.map(([{ command }]) => command);
    };
    // Programs that stay.
    expect((await programsOf({ modified: [text('dir/a', 'x')] })).sort()).toEqual(['cat-file', 'update-ref']);
    await programsOf({ modified: [text('b', 'y')] });
    for (const edits of [{ modified: [text('dir/a', 'z')] }, { deleted: ['b'] }, {}])
      expect([edits, await programsOf(edits)]).toEqual([edits, []]);
    for (const edit of [text('dir/.gitignore', 'z'), text('c', 'x'.repeat(20_000))])
      expect([edit.path, await programsOf({ modified: [edit] })]).toEqual([edit.path, ['unpack-objects']]);
    started.mockRestore();
    expect(await world.must(['rev-list', '--count', 'main'], { cwd: directory })).toBe('7');
    const { code } = await world.git(['fsck', '--full', '--strict'], { cwd: directory });
    expect(code).toBe(0);
  });
});
