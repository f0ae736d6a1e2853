import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeView } from '../process/view-directories.js';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';
import { installHooks } from './asking-hooks.js';
import { HookQuestions } from './hook-questions.js';

/** What the engine says of a lock. */
let refusal: string | undefined;
const questions = new HookQuestions(({ name, words }, answer) => {
  answer(name === 'pre-lock' && words.length === 0 ? refusal : 'this is no lock');
  return Promise.resolve();
});

// By one comment with a character that XML does not have, which the server writes as it is, a developer took the list
// of locks, and of properties, from everybody who comes over HTTP.
describeSubversion('the comment of a lock over SSH', () => {
  const world = SubversionWorld.ofSuite();
  afterAll(() => questions.close());

  it('has no character that no client could read, and an end', async () => {
    const { directory, url } = await world.repository();
    const { asking } = await installHooks(
      join(world.root, 'of-conversations'),
      '/usr/bin/perl',
      await questions.listen(),
    );
    const view = join(world.root, 'view');
    await makeView(directory, view, asking);
    const file = ['put', '/etc/hostname', 'trunk/file'];
    await world.must('svnmucc', ['-u', 'ann', '-m', 'x', '-U', `file://${directory}`, ...file]);
    const comment = join(world.root, 'comment');
    const locked = async (said: string) => {
      await writeFile(comment, said);
      const { code, stderr } = await world.svn('svnadmin', ['lock', view, '/trunk/file', 'ann', comment]);
      return code === 0 ? '' : stderr;
    };
    for (const one of ['\ufffe', '\uffff'])
      expect(await locked(`a\n${one}\n`)).toContain('the comment has a character that clients cannot read');
    expect(await locked('c'.repeat(128 << 10))).not.toBe('');
    // On a full disk, which nobody asked of locks over SSH.
    refusal = 'there is no room';
    expect(await locked('short')).toContain('there is no room');
    refusal = undefined;
    expect(await locked('"$(x)" * \\ ü 😀\n-n')).toBe('');
    const { stdout, code } = await world.as('bob', ['info', `${url}/trunk/file`]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('"$(x)" * \\ ü 😀\n-n')]);
  });
});
