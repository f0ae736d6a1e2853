import { nestedNames } from './nested-names.js';

// Of each name that lies in another one all directories were made: some thousand branches of the other side of a
// mirror, in a thousand directories that they share, took gigabytes of the process through which all bytes go, and half
// a minute: these would not be done in time.
describe('names of which one is a directory of another', () => {
  it('are found by looking at each once', async () => {
    const deep = `a${'/x'.repeat(980)}`;
    const names = Array.from({ length: 3_000 }, (_, at) => `${deep}/n${at}`);
    const { inside, around } = await nestedNames(['main', 'a', ...names]);
    expect([...around]).toEqual(['a']);
    expect(inside.size).toBe(3_000);
  });

  it('are those around as well as those inside', async () => {
    const { inside, around } = await nestedNames(['a', 'a/b', 'a/b/c/d', 'a-b', 'b/c', 'b/c/d', 'c']);
    expect([[...inside].sort(), [...around].sort()]).toEqual([
      ['a/b', 'a/b/c/d', 'b/c/d'],
      ['a', 'a/b', 'b/c'],
    ]);
  });
});
