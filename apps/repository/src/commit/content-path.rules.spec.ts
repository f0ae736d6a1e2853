import { contentPath } from './content-path.rules.js';

describe('a path in a repository', () => {
  it.each([
    ['README.md', 'README.md'],
    ['src/main.ts', 'src/main.ts'],
    ['src/', 'src'],
    ['-x', '-x'],
    [':(glob)*', ':(glob)*'],
    ['...', '...'],
  ])('may be %j', (text, path) => expect(contentPath(text)).toBe(path));

  it.each(['', '/', '/etc', 'a//b', 'a//', '.', '..', '../a', 'a/../b', 'a/.', './a'])(
    'cannot be %j',
    (text) => expect(contentPath(text)).toBeUndefined(),
  );
});
