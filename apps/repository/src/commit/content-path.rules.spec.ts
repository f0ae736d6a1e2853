import { contentPath, isArchivePrefix } from './content-path.rules.js';

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

describe('what stands before the paths of an archive', () => {
  it.each(['app-1.0/', 'app-1.0', 'ünï code/x/', '.git/'])('may be %j', (text) =>
    expect(isArchivePrefix(text)).toBe(true),
  );

  it.each([
    'C:/',
    'c:x/',
    'a\\..\\b/',
    '\\x/',
    '../x/',
    '/etc/',
    '',
    'a\nb/',
    'a\tb',
    '\u001b[2Jx/',
    'x\u007f',
    'x\u0085/',
    'x\u0000',
  ])('cannot be %j', (text) => expect(isArchivePrefix(text)).toBe(false));
});
