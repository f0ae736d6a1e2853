import { join } from 'node:path';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';
import { writtenTags } from '../written-tags.fixture.js';

/** Says how often two large versions that follow each other can be looked at in one push. */
const swapping = String.raw`
import sys
sys.path.insert(0, sys.argv[1])
import hf_base, hf_versions
from mercurial import error

class Versions:
    ui, nullid = hf_base.fresh_ui(), b'\0' * 20

    def read(self, version):
        return b'%s %s\n' % (version * 20, version) + b' v1.0\n' * 20_000

looked = hf_versions.Versions(Versions(), None, {b'v1.0'}.__contains__)
looked.texts = Versions()
times = 0
try:
    for times in range(1_000):
        looked.look_at(*((b'a', {b'b'}) if times % 2 else (b'b', {b'a'})))
except error.Abort:
    print(times)
`;

// What .hgtags said in the middle of a push was judged by nobody. A master who went on from there, or took back the
// change after it, moved his tag to the changeset of a developer.
describeMercurial('a changeset whose tags no head has', () => {
  const world = sharedWorld();
  const { beside, push, saying, tagged, tags } = writtenTags(world);

  /** Says each of these, one after another. */
  const went = async (work: string, ...all: string[][]) => {
    for (const ids of all) await saying(work, ids.map((id) => `${id} v1.0\n`).join(''));
  };
  const refused = (words: string) => ({
    code: 255,
    output: expect.stringContaining(`v1.0: ${words}`) as string,
  });
  const between = refused('some changeset of the push has lines of this tag that no head has');
  const less = refused('.hgtags says less of where this tag has been than before');
  /** A master moves the tag, at most so many times, by `hg tag -f`. */
  const moved = async (work: string, url: string, ...to: string[]) => {
    world.instead = () => Promise.resolve({ accepted: true });
    for (const each of to) await world.must(work, 'tag', '-u', 'me', '-f', '-r', each, 'v1.0');
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
  };

  it.each([
    ['elsewhere', (good: string, tip: string) => [good, good, tip], between],
    ['once more, half', (good: string) => [good, good], between],
    ['where it never was', (good: string) => ['c'.repeat(40), good], between],
    ['not at all', () => [], less],
  ])('is not pushed where it has a tag %s', async (_, lines, words) => {
    const { url, directory, work, good, tip } = await tagged();
    await went(work, lines(good, tip), [good]);
    expect(await push(work, url)).toMatchObject(words);
    expect(await tags(directory)).toEqual([`${good} v1.0`]);
  });

  it('is not pushed where it has no tags at all, and the next one has them again', async () => {
    const { url, directory, work, good } = await tagged();
    await world.must(work, 'remove', '.hgtags');
    await world.commit(work, 'one', 'y');
    await went(work, [good]);
    expect(await push(work, url)).toMatchObject(less);
    expect(await tags(directory)).toEqual([`${good} v1.0`]);
  });

  // It came back with the next push of somebody who did not know of that yet.
  it('is not pushed where it forgets that a tag was removed', async () => {
    const { url, directory, work } = await tagged();
    await world.must(work, 'tag', '-u', 'me', '--remove', 'v1.0');
    world.instead = () => Promise.resolve({ accepted: true });
    expect(await push(work, url)).toMatchObject({ code: 0 });
    world.instead = undefined;
    await went(work, []);
    expect(await push(work, url)).toMatchObject(less);
    expect(await tags(directory)).toEqual([]);
  });

  // The second of them has no version of its own.
  it('is pushed with what is grafted from it', async () => {
    const { url, directory, work, good, tip } = await tagged();
    await world.must(work, 'tag', '-u', 'me', '-r', good, 'v2');
    const made = await world.must(work, 'log', '-r', '.', '-T', '{node}');
    await world.must(work, 'update', '-q', tip);
    await world.must(work, 'branch', '-q', 'topic');
    await world.commit(work, 'two', 'x');
    await world.must(work, 'graft', '-q', '-r', made);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${good} v1.0`, `${good} v2`]);
  });

  it('is pushed by a master who moves a tag on, and with what a developer has begun and made', async () => {
    const { url, directory, work, good, tip } = await tagged();
    const developer = await world.work();
    await world.must(developer, 'pull', '-q', '-u', url);
    await moved(work, url, tip, good, tip);
    await world.must(developer, 'branch', '-q', 'topic');
    for (const name of ['v2', 'v3', 'v2'])
      await world.must(developer, 'tag', '-u', 'me', '-f', '-r', good, name);
    expect(await push(developer, url)).toMatchObject({ code: 0 });
    expect(await tags(directory)).toEqual([`${tip} v1.0`, `${good} v2`, `${good} v3`]);
  });

  // Then nobody said any more that what others had not pushed yet is older: with their next push the tag was there.
  it('is not pushed where it forgets where the tag has been, nor does a merge that does', async () => {
    const { url, directory, work, good, tip } = await tagged();
    await moved(work, url, tip);
    await moved(work, url, good);
    const now = await world.must(work, 'log', '-r', '.', '-T', '{node}');
    await went(work, [good]);
    expect(await push(work, url)).toMatchObject(less);
    await world.must(work, 'strip', '-q', '-r', '.', '--config', 'extensions.strip=');
    await beside(work, now, `${good} v1.0\n${good} v2\n`, 'topic', tip);
    expect(await push(work, url)).toMatchObject({ code: 0 });
    await world.must(work, 'update', '-q', 'topic');
    // With one that was begun when the tag was elsewhere it would be unclear.
    const topic = await world.must(work, 'log', '-r', '.', '-T', '{node}');
    for (const lines of [
      [good, good, good],
      [good, tip, good],
    ]) {
      await saying(work, `${lines.map((id) => `${id} v1.0\n`).join('')}${good} v2\n`);
      expect(await push(work, url)).toMatchObject({
        output: expect.stringContaining('v1.0: the .hgtags of some head says otherwise') as string,
      });
      await world.must(work, 'strip', '-q', '-r', '.', '--config', 'extensions.strip=');
      await world.must(work, 'update', '-q', '-C', topic);
    }
    await world.must(work, 'merge', '-q', '--tool', ':local', 'default');
    await world.must(work, 'commit', '-q', '-u', 'me', '-m', 'merge');
    expect(await push(work, url)).toMatchObject(less);
    expect(await tags(directory)).toEqual([`${good} v1.0`, `${good} v2`]);
  });

  // Of changesets that go back and forth between two of them each cost a second, and some bytes to send.
  it('costs the more the more often it comes', async () => {
    const { output } = await world.python(world.root, ['-c', swapping, join(world.root, 'state/program')]);
    expect(Number(output)).toBeGreaterThan(50);
    expect(Number(output)).toBeLessThan(150);
  });
});
