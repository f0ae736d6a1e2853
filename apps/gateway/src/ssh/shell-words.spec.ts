import { shellWords } from './shell-words.js';

describe('the words of a command line', () => {
  it.each<[string, string[]]>([
    [
      "git-upload-pack 'acme/projects/p/repositories/git/r'",
      ['git-upload-pack', 'acme/projects/p/repositories/git/r'],
    ],
    ['git  upload-pack\t/a/b ', ['git', 'upload-pack', '/a/b']],
    [`a 'it'\\''s' "b c" d\\ e`, ['a', "it's", 'b c', 'd e']],
    [`'one'"two"three`, ['onetwothree']],
    [`"a\\"b\\\\"`, ['a"b\\']],
    [`'$HOME; id' 'ü'`, ['$HOME; id', 'ü']],
    [`''`, ['']],
    ['a~b c#d', ['a~b', 'c#d']],
    ['', []],
  ])('are those that a shell would see in %j', (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  it.each([
    'a; b',
    'a && b',
    'a | b',
    'a > b',
    'a `b`',
    'a $(b)',
    'a $B',
    'a "$(b)"',
    'a "`b`"',
    'a *',
    'a ?',
    'a [b]',
    'a {b,c}',
    '~root',
    '#a',
    '!a',
    "a 'b",
    'a "b',
    'a\\',
    'a\nb',
    "a 'b\nc'",
    'a\0b',
    '(a)',
    'x'.repeat(5000),
  ])('are not looked for where a shell would do more: %j', (line) => {
    expect(shellWords(line)).toBeUndefined();
  });
});
