import { refNameProblem } from '../refs/branch-name.js';
import { isKept } from './kept-name.js';

// A checkout on such a system wrote what somebody had committed over what the client knows of its working copy, and
// `svn cleanup` did then what that said.
describe('names that are .svn to some client', () => {
  it.each([
    ...['.svn', '.SVN', '.Svn', '.\u017fvn'],
    ...['.s\u200cvn', '\ufeff.svn', '.svn\u206f'],
    ...['.svn.', '.svn ', '.svn. .', '.svn::$INDEX_ALLOCATION', '.svn. :x', 'SVN~1', 'svn~12'],
  ])('are kept from others: %j', (name) => {
    expect(isKept(name)).toBe(true);
    expect(refNameProblem(name)).toEqual({ invalid: true });
  });

  it.each([
    'svn',
    '_svn',
    '.svnignore',
    '.svn-x',
    'a.svn',
    '.svn.x',
    '..svn',
    'svn~',
    'svn~1x',
    ':.svn',
    `.svn${'.'.repeat(252)}`,
  ])('are not: %j', (name) => expect(isKept(name)).toBe(false));
});
