import { isFilePath, isSafeLink } from './file-path.rules.js';

describe('the path of a file', () => {
  it.each([
    'README.md',
    'src/main.ts',
    '-x',
    ':(glob)*',
    '...',
    'a b',
    'ünï/ветка',
    '.github/workflows',
    '.gitmodules',
    '.gitx',
    'git',
    'gitx~1',
    'dev-disk-by\\x2duuid.mount',
    'a:b',
    'C:',
    `${'x'.repeat(255)}`,
    Array.from({ length: 200 }, () => 'd').join('/'),
  ])('may be %j', (path) => expect(isFilePath(path)).toBe(true));

  it.each([
    ['nothing', ''],
    ['absolute', '/etc/passwd'],
    ['a directory', 'a/'],
    ['without a name', 'a//b'],
    ['the directory itself', '.'],
    ['below itself', 'a/./b'],
    ['climbing', '../a'],
    ['climbing later', 'a/../../b'],
    ['climbing on Windows', 'a\\..\\..\\b'],
    ['absolute on Windows', '\\a'],
    ['of a drive', 'C:\\a'],
    ['of a drive, with a slash', 'c:/a'],
    ['git’s directory', '.git'],
    ['in git’s directory', '.git/config'],
    ['deep in git’s directory', 'a/.git/hooks/x'],
    ['git’s directory in other letters', '.GIT/config'],
    ['git’s directory to NTFS', '.git . ./config'],
    ['a stream of git’s directory', '.git::$INDEX_ALLOCATION/config'],
    ['its short name', 'git~1/config'],
    ['its short name in other letters', 'GIT~1'],
    ['git’s directory behind a backslash', 'a\\.git\\config'],
    ['git’s directory to HFS+', '.g\u200cit/config'],
    ['git’s directory to HFS+, with a mark before it', '\ufeff.git/config'],
    ['git’s directory in wide letters', '．ｇｉｔ/config'],
    ['longer than a name may be', 'ü'.repeat(128)],
    ['longer than a path may be', Array.from({ length: 17 }, () => 'x'.repeat(250)).join('/')],
    ['deeper than anybody goes', Array.from({ length: 201 }, () => 'd').join('/')],
  ])('is not %s', (_, path) => expect(isFilePath(path)).toBe(false));
});

describe('a symlink', () => {
  it.each([
    ['link', 'target'],
    ['a/b/link', '../../x'],
    ['a/b/link', './.././../x/.'],
    ['a/link', '..'],
    ['link', 'a//b/'],
    ['link', '.gitmodules'],
  ])('at %j may lead to %j', (path, target) => expect(isSafeLink(path, target)).toBe(true));

  it.each([
    ['link', ''],
    ['link', '/etc/passwd'],
    ['link', '../x'],
    ['a/link', '../../x'],
    ['a/link', 'b/../../../x'],
    ['a/link', './b/../c'],
    ['link', 'a/up/../../x'],
    ['link', '.git'],
    ['link', '.GIT/hooks'],
    ['link', 'a/.g\u200cit/x'],
    ['link', '..\\x'],
    ['link', 'C:/x'],
    ['link', 'a\0b'],
    ['link', 'x'.repeat(4096)],
    ['.gitmodules', 'target'],
    ['a/.GitModules', 'target'],
    ['.gitattributes', 'target'],
    ['.gitignore ', 'target'],
    ['.mailmap', 'target'],
    ['gitmod~1', 'target'],
    ['.git\u200cmodules', 'target'],
  ])('at %j does not lead to %j', (path, target) => expect(isSafeLink(path, target)).toBe(false));
});
